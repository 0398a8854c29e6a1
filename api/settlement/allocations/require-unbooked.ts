import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import { useInWords } from '../../../shared/accounting/bank/use-in-words.ts'
import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { PaymentRow } from '../../../shared/store/bank/payments.ts'
import { findUsesOfPayment, lockBankEntry } from '../../../shared/store/bank/uses/locked-bank-entries.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { BankUse } from '../room/require-room-on-days.ts'

/**
 * The first allocation of a payment books its bank entry, so nothing else may have done so. Later ones live on the
 * customer credit that is booked already.
 *
 * @returns what the first allocation uses, of the bank entry and of the payment; nothing for a later one
 * @throws ApiError validation_failed that names what has booked the bank entry
 */
export async function requireUnbooked(tx: Tx, payment: PaymentRow): Promise<readonly BankUse[]> {
  const { end_customer_id, entry_id, payment_id, amount_minor, currency } = payment
  if (payment.booked_by !== null) return []
  const bankEntry = await lockBankEntry(tx, end_customer_id, entry_id)
  const { used_minor, is_allocated } = await findUsesOfPayment(tx, end_customer_id, entry_id, payment_id)
  if (!bankEntry) return []
  const use = { entry_id, currency, used_minor: amount_minor }
  // Whichever draft is booked first has what the first one has reserved.
  const reserved_minor = is_allocated ? amount_minor : 0n
  const wholes = { of_entry: bankEntry.amount_minor + reserved_minor, of_payment: amount_minor + reserved_minor }
  const uses = [
    { ...use, payment_id: null, amount_minor: wholes.of_entry },
    { ...use, payment_id, amount_minor: wholes.of_payment },
  ]
  if (is_allocated) return uses
  if (bankEntry.refusal !== null)
    throw refusal(
      'bank_entry_not_bookable',
      `Bank entry ${bankEntry.public_id}, which has this payment, ${bankEntry.refusal}`,
    )
  const left = bankEntry.amount_minor - bankEntry.used_minor
  if (used_minor === 0n && amount_minor <= left) return uses
  const whole = amountInWords(amount_minor, currency)
  const unused = amount_minor - used_minor
  const rest = unused < left ? unused : left
  const state = useInWords(bankEntry, rest, null, ' Reverse first what books it.')
  const message = `The first allocation books the whole payment of ${whole}. ${state}${rest > 0n ? wayOut(amountInWords(rest, currency)) : ''}`
  throw refusal('bank_entry_exhausted', message)
}

/** A voucher can book a part of a bank entry. */
function wayOut(rest: string): string {
  return ` Book the ${rest} with a voucher that names the bank entry and gives the payment its credit, and allocate that.`
}

function refusal(code: ErrorDetail['code'], message: string) {
  return validationFailed([{ pointer: '/payment_id', code, message }])
}
