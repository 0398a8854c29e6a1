import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import { useInWords } from '../../../shared/accounting/bank/use-in-words.ts'
import { closedMinor, paidOnTop } from '../../../shared/accounting/settlement/deductions/deduction-table.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { SettlementRequest } from '../../../shared/contract/settlement/settlements.ts'
import type { LockedBankEntry } from '../../../shared/store/bank/uses/locked-bank-entries.ts'
import type { LockedPayable } from '../../../shared/store/open-items/locked-open-items.ts'
import { checkClosed } from '../deductions/closed-amount.ts'
import { inWords, type Reservations } from '../reservations.ts'
import { usedOf } from './use-of-evidence.ts'

/** What of the amount is beyond the payable, where the request says that it is an advance. */
export function advanceMinor(
  { amount, deductions, overpayment }: SettlementRequest,
  { kind, open_amount_minor: open }: LockedPayable,
): bigint {
  if (overpayment === undefined || kind !== 'payable' || open <= 0n) return 0n
  const beyond = closedMinor('payable', BigInt(amount.amount_minor), deductions) - open
  return beyond > 0n && beyond <= BigInt(amount.amount_minor) ? beyond : 0n
}

export function checkAmount(request: SettlementRequest, payable: LockedPayable, reserved: Reservations): ErrorDetail[] {
  const { amount, deductions, overpayment } = request
  const { open_amount_minor: open, currency } = payable
  const wanted = BigInt(amount.amount_minor) - advanceMinor(request, payable)
  const closed = closedMinor('payable', wanted, deductions)
  if (amount.currency !== currency) {
    const message = `The payable is in ${currency}; settle it in that currency.`
    return [{ pointer: '/amount/currency', code: 'currency_mismatch', message }]
  }
  if (payable.is_being_reversed) {
    const message = 'The reversal of this payable is under way.'
    return [{ pointer: '/amount', code: 'being_reversed', message }]
  }
  if (overpayment !== undefined && advanceMinor(request, payable) === 0n) {
    const message = `An overpayment is what is paid beyond the open amount of a payable, which is ${amountInWords(open, currency)}: leave it out.`
    return [{ pointer: '/overpayment', code: 'not_allowed', message }]
  }
  const found = checkClosed({ amount_minor: wanted, closed_minor: closed, open_minor: open }, deductions)
  if (found === null) return []
  const words = `The open amount is ${amountInWords(open, currency)}; settle no more than that.${inWords(reserved, [payable.supplier_payable_id])}`
  return [{ ...found, message: found.message ?? words }]
}

/** Money in another currency says how much of it moved. */
export function checkPaid({ amount, paid }: SettlementRequest, payable: LockedPayable): ErrorDetail[] {
  if (!paid) return []
  if (paid.currency === payable.currency) {
    const message = `The payable is in ${payable.currency} too: the amount says what was paid.`
    return [{ pointer: '/paid/currency', code: 'not_allowed', message }]
  }
  if (paid.amount_minor !== 0 && paid.amount_minor > 0 === amount.amount_minor > 0) return []
  const message = 'What was paid has the sign of the amount, and is not zero.'
  return [{ pointer: '/paid/amount_minor', code: 'out_of_range', message }]
}

/** Money went out for an invoice and came in for a credit note; a bank entry proves no more than its amount. */
export function checkEvidence(
  { amount, account_code, deductions, paid }: SettlementRequest,
  payable: LockedPayable,
  evidence: LockedBankEntry | null,
): ErrorDetail[] {
  if (!evidence) return []
  const { currency } = paid ?? payable
  const charges = evidence.currency === currency ? paidOnTop('payable', deductions) : 0n
  const wanted = BigInt((paid ?? amount).amount_minor) + charges
  const pointer = '/evidence_sha256'
  const name = `Bank entry ${evidence.public_id}`
  if (account_code !== undefined) {
    const message = `${name} says on which account the money is: leave account_code out.`
    return [{ pointer: '/account_code', code: 'exactly_one', message }]
  }
  if (amount.amount_minor === 0) {
    const message = `No money is settled, so ${name} is not used: leave it out, or say its amount.`
    return [{ pointer, code: 'evidence_wrong_direction', message }]
  }
  const direction = wanted > 0n ? 'DBIT' : 'CRDT'
  if (!evidence.is_booked) {
    return [{ pointer, code: 'evidence_not_booked', message: `${name} is pending or informational only.` }]
  }
  if (evidence.credit_debit !== direction || evidence.is_reversal) {
    const message = `${name} is no ${direction === 'DBIT' ? 'debit' : 'credit'} that pays this.`
    return [{ pointer, code: 'evidence_wrong_direction', message }]
  }
  if (evidence.currency !== currency && (paid || evidence.currency !== payable.base_currency)) {
    const message = `${name} is in ${evidence.currency}, ${paid ? 'what was paid' : 'the payable'} in ${currency}.${paid ? '' : ' Say with paid what of it was paid.'}`
    return [{ pointer, code: 'evidence_currency_mismatch', message }]
  }
  if (evidence.refusal !== null)
    return [{ pointer, code: 'bank_entry_not_bookable', message: `${name} ${evidence.refusal}` }]
  const left = evidence.amount_minor - evidence.used_minor
  if (usedOf(evidence, wanted, { currency }) <= left && left > 0n) return []
  const asked = evidence.currency === currency ? usedOf(evidence, wanted, { currency }) : null
  return [{ pointer, code: 'evidence_exhausted', message: useInWords(evidence, left, asked) }]
}
