import { amountInWords } from '../amounts/decimal.ts'
import type { PaymentWarning } from './debits-to-look-at.ts'
import type { CreditOfSupplier, OrderTerms, PayableToOrder } from './order-terms.ts'

const MOST_NAMED = 5

/** An order sets nothing off: a bill that was paid ahead would be paid once more. */
export function warnOfCredit(payable: PayableToOrder, { credit_of_suppliers }: OrderTerms): PaymentWarning[] {
  const { partner_key, partner_name, currency } = payable
  const ofPartner = (credit_of_suppliers.get(partner_key) ?? []).filter((one) => one.currency === currency)
  const owed = [...Map.groupBy(ofPartner, ({ account_code }) => account_code).values()].flatMap((ofAccount) =>
    owedOnAccount(ofAccount, payable),
  )
  if (owed.length === 0) return []
  const sum = owed.reduce((total, { owed_minor }) => total + owed_minor, 0n)
  const credit = owed.flatMap(({ named }) => named)
  const ids = credit.slice(0, MOST_NAMED).map(({ public_id }) => public_id)
  const more = credit.length > ids.length ? ', …' : ''
  const message = `${partner_name} owes ${amountInWords(sum, currency)} (${ids.join(', ')}${more}): an advance, a credit note or what was paid too much. The order does not take it off: ${howToSetOff(credit)} first, if it is for this.`
  return [{ code: 'supplier_credit_open', entry_id: null, message }]
}

type OwedOnAccount = { readonly owed_minor: bigint; readonly named: readonly CreditOfSupplier[] }

/**
 * What nobody has paid is not owed: the advance that the ordered bill opens itself, or one whose bill nobody pays. What final bills have taken off of
 * the advances of an account is set off against these, whichever they are.
 */
function owedOnAccount(
  ofAccount: readonly CreditOfSupplier[],
  { supplier_payable_id }: PayableToOrder,
): OwedOnAccount[] {
  const left_minor = sumOf(ofAccount)
  const named = ofAccount.filter(
    ({ open_minor, opened_by, is_paid_for }) => open_minor > 0n && opened_by !== supplier_payable_id && is_paid_for,
  )
  const named_minor = sumOf(named)
  const owed_minor = named_minor < left_minor ? named_minor : left_minor
  return owed_minor > 0n ? [{ owed_minor, named }] : []
}

function sumOf(credit: readonly CreditOfSupplier[]): bigint {
  return credit.reduce((total, { open_minor }) => total + open_minor, 0n)
}

/** @source MWSTG Art. 28: the input tax of an advance is deducted with its receipt, and goes back with what closes it */
function howToSetOff(credit: readonly CreditOfSupplier[]): string {
  const taxed = credit.filter(({ is_taxed }) => is_taxed)
  if (taxed.length === 0) return 'set it off with an allocation'
  const byVoucher = 'with a voucher that takes its tax back'
  if (taxed.length === credit.length) return `set it off ${byVoucher}`
  return `set it off with an allocation, and what is an advance with tax ${byVoucher},`
}
