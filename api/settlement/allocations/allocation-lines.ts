import { shareOf } from '../../../shared/accounting/amounts/share-of.ts'
import type { DeductedSide } from '../../../shared/accounting/settlement/deductions/deduction-table.ts'
import { closedMinor } from '../../../shared/accounting/settlement/deductions/deduction-table.ts'
import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { AllocationRequest } from '../../../shared/contract/settlement/allocations.ts'
import { uuidOf } from '../../../shared/process/ids.ts'
import type { LockedItem } from '../../../shared/store/open-items/locked-open-items.ts'
import type { NewAllocationLine } from '../../../shared/store/settlement/change-allocations.ts'

/** The items of the lines, in their order; null for what is no id. They are all of one side. */
export type NamedItems = { readonly side: DeductedSide; readonly ids: readonly (string | null)[] }

/** @throws ApiError validation_failed for lines that name no item or two, and for items of both sides */
export function itemsOfLines({ lines, payment_id, account_code }: AllocationRequest): NamedItems {
  const side = lines[0]?.supplier_payable_id === undefined ? 'receivable' : 'payable'
  const details = lines.flatMap(({ document_id, supplier_payable_id }, index): ErrorDetail[] => {
    const at = (field: string, code: ErrorDetail['code'], message: string) => [
      { pointer: `/lines/${index}/${field}`, code, message },
    ]
    if (document_id === undefined && supplier_payable_id === undefined)
      return at('document_id', 'required', 'Name the document that the line closes.')
    if (document_id !== undefined && supplier_payable_id !== undefined)
      return at('supplier_payable_id', 'exactly_one', 'A line closes one item.')
    if (supplier_payable_id !== undefined && (payment_id !== undefined || account_code !== undefined))
      return at(
        'supplier_payable_id',
        'not_allowed',
        'Pay suppliers with settlements; an allocation only sets their items off.',
      )
    if ((supplier_payable_id === undefined) === (side === 'receivable')) return []
    const message = 'All lines are of customers, or all of suppliers; set one off against the other with a voucher.'
    return at(supplier_payable_id === undefined ? 'document_id' : 'supplier_payable_id', 'not_allowed', message)
  })
  if (details.length > 0) throw validationFailed(details)
  const ids = lines.map(({ document_id = '', supplier_payable_id = '' }) =>
    side === 'receivable' ? uuidOf('document', document_id) : uuidOf('supplier_payable', supplier_payable_id),
  )
  return { side, ids }
}

/** The lines of a request as they are kept, with the share that each has of the base amount of its document. */
export function linesOf(
  { lines }: AllocationRequest,
  { side, ids }: NamedItems,
  documents: ReadonlyMap<string, LockedItem>,
): NewAllocationLine[] {
  return lines.map(({ amount, deductions }, index) => {
    const closed_minor = closedMinor(side, BigInt(amount.amount_minor), deductions)
    return lineOf(closed_minor, documents.get(ids[index] ?? ''))
  })
}

/** The lines with the ids of their documents. */
export function deductedLines({ lines }: AllocationRequest, ids: readonly (string | null)[]) {
  return lines.map(({ deductions }, index) => ({ id: ids[index] ?? null, deductions }))
}

/** The last part gets the remainder of the base amount. */
function lineOf(amount_minor: bigint, document: LockedItem | undefined): NewAllocationLine {
  const { document_id = '', open_amount_minor = 0n, base_open_amount_minor = 0n } = document ?? {}
  return {
    document_id,
    amount_minor,
    base_amount_minor: shareOf(base_open_amount_minor, amount_minor, open_amount_minor),
    open_amount_before_minor: open_amount_minor,
  }
}
