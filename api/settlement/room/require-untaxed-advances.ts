import { isMoneyItem } from '../../../shared/accounting/open-items/new-item.ts'
import type { DeductedSide } from '../../../shared/accounting/settlement/deductions/deduction-table.ts'
import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { findTaxedAdvances } from '../../../shared/store/settlement/taxed-advances.ts'

/** What a request takes of an item, and where it names it; the kinds of other items are looked at by nobody. */
type TakenItem = {
  readonly open_item_id: string
  readonly kind: string
  readonly taken_minor: bigint
  readonly pointer: string
}

/**
 * An advance that carries tax was declared with its money, and the document that it pays for has the whole tax again. Only what
 * takes the tax back with it closes it; credit of a final invoice that has taken it off has done so. No query is made where
 * nobody takes an advance. On two sides of a change of method the two differ by the tax of the advance, which would stay open.
 *
 * @throws ApiError validation_failed with what to send instead
 * @source MWSTG Art. 40 Abs. 1 lit. c
 */
export async function requireUntaxedAdvances(
  tx: Tx,
  end_customer_id: string,
  side: DeductedSide,
  items: readonly TakenItem[],
): Promise<void> {
  const money = items.filter(({ kind }) => isMoneyItem(kind))
  if (money.length === 0) return
  const ids = money.map(({ open_item_id }) => open_item_id)
  const known = await findTaxedAdvances(tx, end_customer_id, ids)
  const taxed = money.filter(({ open_item_id }) => known.has(open_item_id))
  const isEven = taxed.reduce((sum, { taken_minor }) => sum + taken_minor, 0n) === 0n
  const methodsOf = (isTakenOff: boolean) =>
    new Set([...known.values()].flatMap((one) => (one.is_taken_off === isTakenOff ? [one.method] : [])))
  const isOfOneMethod = methodsOf(true).isSubsetOf(methodsOf(false))
  if (isEven && isOfOneMethod) return
  const message = isEven ? OF_TWO_METHODS : MESSAGES[side]
  throw validationFailed(taxed.map(({ pointer }): ErrorDetail => ({ pointer, code: 'advance_taxed', message })))
}

const OF_TWO_METHODS =
  'A change of the VAT method lies between this advance and what takes it off: one stands with its tax and the other without, and an allocation would leave the difference open. Send the voucher that advance_of_other_method in the warnings of the final invoice says.'

const MESSAGES: Readonly<Record<DeductedSide, string>> = {
  receivable:
    'The tax of this advance was declared with its money, and here it would be declared twice. Send a voucher that takes it back with the advance (VS81 for V81), or a final invoice whose negative line takes the advance off: its credit closes the advance in an allocation of the two.',
  payable:
    'The input tax of this advance was deducted with its money, and here it would be deducted twice. Send a voucher that takes it back with the advance (its own code in credit), or the final invoice with a negative line that takes the advance off: its credit closes the advance in an allocation of the two.',
}
