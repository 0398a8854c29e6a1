import { amountInWords } from '../amounts/decimal.ts'
import type { BankEntryFinding } from '../documents/bank-entry-finding.ts'
import type { VoucherBankEntry } from '../documents/voucher-bank-entry.ts'
import type { UsableBankEntry } from './bank-entry-state.ts'
import { exhausted, type FindNamed } from './use-plan.ts'

/** A bank entry that a voucher or link names, with the amount that it uses of it. */
export type Claim = {
  readonly bankEntry: UsableBankEntry
  readonly payment_id: string | null
  readonly amount_minor: bigint
}

/** Credit is given by vouchers alone. */
type ClaimFinding = BankEntryFinding & { readonly code: Exclude<BankEntryFinding['code'], 'payment_not_booked'> }

/**
 * What a voucher or link uses of a bank entry that it names, or why it cannot.
 *
 * @param taken what earlier items of the voucher use, by the id of the bank entry or payment; it grows
 */
export function claimOf(
  { named, payment_id, amount }: VoucherBankEntry,
  pointer: string,
  find: FindNamed,
  taken: Map<string, bigint>,
): Claim | ClaimFinding {
  const bankEntry = find(named)
  const unknown = (message: string) => ({ code: 'bank_entry_unknown' as const, message, pointer })
  if (!bankEntry) return unknown(`There is no bank entry ${named} of this end customer.`)
  if (!bankEntry.is_booked) return unknown(`Bank entry ${bankEntry.public_id} is pending or informational only.`)
  const only = bankEntry.payment_count === 1 ? bankEntry.payments[0] : undefined
  const payment = payment_id === null ? only : bankEntry.payments.find(({ public_id }) => public_id === payment_id)
  if (payment_id !== null && !payment)
    return {
      ...unknown(`Bank entry ${bankEntry.public_id} has no payment ${payment_id}.`),
      pointer: `${pointer}/payment_id`,
    }
  const left = leftOf(bankEntry, payment, taken)
  const amount_minor = amount?.amount_minor ?? left
  const mismatch = findMismatch(bankEntry, payment !== undefined, amount_minor, amount?.currency)
  if (bankEntry.refusal !== null || left <= 0n || amount_minor > left)
    return exhausted(bankEntry, pointer, left, amount?.amount_minor ?? null)
  if (mismatch !== null) return { code: 'bank_entry_amount_mismatch', message: mismatch, pointer }
  for (const id of [bankEntry.entry_id, payment?.payment_id])
    if (id) taken.set(id, (taken.get(id) ?? 0n) + amount_minor)
  return { bankEntry, payment_id: payment?.payment_id ?? null, amount_minor }
}

function leftOf(
  { entry_id, amount_minor, used_minor }: UsableBankEntry,
  payment: UsableBankEntry['payments'][number] | undefined,
  taken: ReadonlyMap<string, bigint>,
): bigint {
  const ofEntry = amount_minor - used_minor - (taken.get(entry_id) ?? 0n)
  if (!payment) return ofEntry
  const ofPayment = payment.amount_minor - payment.used_minor - (taken.get(payment.payment_id) ?? 0n)
  return ofPayment < ofEntry ? ofPayment : ofEntry
}

function findMismatch(
  { public_id, payment_count, amount_minor: whole, currency }: UsableBankEntry,
  namesPayment: boolean,
  amount_minor: bigint,
  given_currency: string | undefined,
): string | null {
  if (given_currency !== undefined && given_currency !== currency)
    return `Bank entry ${public_id} is in ${currency}, its amount in ${given_currency}.`
  if (payment_count > 1 && !namesPayment && amount_minor !== whole)
    return `Bank entry ${public_id} has ${payment_count} payments; name one of them, or use the whole ${amountInWords(whole, currency)}.`
  return null
}
