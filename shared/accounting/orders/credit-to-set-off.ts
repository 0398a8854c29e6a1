import { amountInWords } from '../amounts/decimal.ts'
import type { PaymentWarning } from './debits-to-look-at.ts'
import type { OrderTerms, PayableToOrder } from './order-terms.ts'

const MOST_NAMED = 5

/** An order sets nothing off: a bill that was paid ahead would be paid once more. */
export function warnOfCredit(
  { partner_key, partner_name, currency }: PayableToOrder,
  { credit_of_suppliers }: OrderTerms,
): PaymentWarning[] {
  const credit = (credit_of_suppliers.get(partner_key) ?? []).filter((one) => one.currency === currency)
  if (credit.length === 0) return []
  const sum = credit.reduce((total, { open_minor }) => total + open_minor, 0n)
  const ids = credit.slice(0, MOST_NAMED).map(({ public_id }) => public_id)
  const more = credit.length > ids.length ? ', …' : ''
  const message = `${partner_name} owes ${amountInWords(sum, currency)} (${ids.join(', ')}${more}): an advance, a credit note or what was paid too much. The order does not take it off: set it off with an allocation first, if it is for this.`
  return [{ code: 'supplier_credit_open', entry_id: null, message }]
}
