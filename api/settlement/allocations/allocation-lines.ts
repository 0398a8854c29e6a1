import { shareOf } from '../../../shared/accounting/amounts/share-of.ts'
import { closedMinor } from '../../../shared/accounting/settlement/deductions/deduction-table.ts'
import type { AllocationRequest } from '../../../shared/contract/settlement/allocations.ts'
import type { LockedReceivable } from '../../../shared/store/open-items/locked-open-items.ts'
import type { NewAllocationLine } from '../../../shared/store/settlement/change-allocations.ts'

/** The lines of a request as they are kept, with the share that each has of the base amount of its document. */
export function linesOf(
  { lines }: AllocationRequest,
  ids: readonly (string | null)[],
  documents: ReadonlyMap<string, LockedReceivable>,
): NewAllocationLine[] {
  return lines.map(({ amount, deductions }, index) => {
    const closed_minor = closedMinor('receivable', BigInt(amount.amount_minor), deductions)
    return lineOf(closed_minor, documents.get(ids[index] ?? ''))
  })
}

/** The lines with the ids of their documents. */
export function deductedLines({ lines }: AllocationRequest, ids: readonly (string | null)[]) {
  return lines.map(({ deductions }, index) => ({ id: ids[index] ?? '', deductions }))
}

/** The last part gets the remainder of the base amount. */
function lineOf(amount_minor: bigint, document: LockedReceivable | undefined): NewAllocationLine {
  const { document_id = '', open_amount_minor = 0n, base_open_amount_minor = 0n } = document ?? {}
  return {
    document_id,
    amount_minor,
    base_amount_minor: shareOf(base_open_amount_minor, amount_minor, open_amount_minor),
    open_amount_before_minor: open_amount_minor,
  }
}
