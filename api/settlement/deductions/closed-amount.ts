import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { Deduction } from '../../../shared/contract/settlement/deductions.ts'

type ClosedItem = { readonly amount_minor: bigint; readonly closed_minor: bigint; readonly open_minor: bigint }
/** Without a message where more is closed than is open: the caller knows what is open. */
type WrongClosing = Pick<ErrorDetail, 'pointer' | 'code'> & { readonly message?: string }

/** What is wrong with the money and the deductions of an item together; null where the item has as much. */
export function checkClosed(
  { amount_minor, closed_minor, open_minor }: ClosedItem,
  deductions: readonly Deduction[] | undefined,
): WrongClosing | null {
  const at = '/amount/amount_minor'
  const isWithin = (minor: bigint) => (minor > 0n ? minor <= open_minor : minor < 0n && minor >= open_minor)
  if (deductions === undefined) {
    if (amount_minor === 0n) return { pointer: at, code: 'out_of_range', message: 'The amount must not be zero.' }
    return isWithin(amount_minor) ? null : { pointer: at, code: 'exceeds_open_amount' }
  }
  if (closed_minor === 0n)
    return { pointer: at, code: 'out_of_range', message: 'Amount and deductions close nothing of the item.' }
  if (amount_minor !== 0n && amount_minor > 0n !== closed_minor > 0n)
    return { pointer: at, code: 'out_of_range', message: 'The deductions are more than what they close.' }
  if (isWithin(closed_minor)) return null
  const isOfDeductions = amount_minor === 0n || isWithin(amount_minor)
  return { pointer: isOfDeductions ? '/deductions' : at, code: 'exceeds_open_amount' }
}
