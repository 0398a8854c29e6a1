import { amountInWords } from '../../shared/accounting/amounts/decimal.ts'
import { isIban } from '../../shared/accounting/bank/iban.ts'
import { closedByDeductions, closedMinor } from '../../shared/accounting/settlement/deductions/deduction-table.ts'
import { ApiError, type ErrorDetail } from '../../shared/contract/platform/errors.ts'
import type { SettlementRequest } from '../../shared/contract/settlement/settlements.ts'
import { publicId } from '../../shared/process/ids.ts'
import { findLedgerAccountOf } from '../../shared/store/bank/accounts/bank-accounts.ts'
import type { LockedBankEntry } from '../../shared/store/bank/uses/locked-bank-entries.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { LockedPayable } from '../../shared/store/open-items/locked-open-items.ts'
import type { OrderedNow } from '../../shared/store/open-items/ordered-now.ts'
import { compareWithOrder, type DebitOfOrder } from '../../shared/store/orders/debit-of-order.ts'

/**
 * The file that a bank has got pays all of what it names. So nothing but the money of that bank closes a payable that is ordered to
 * be paid, and nothing beyond the discount of the order is taken off. The rest of a payable of which a part is ordered is free.
 *
 * @throws ApiError state_conflict
 */
export async function requireNotOrdered(
  tx: Tx,
  end_customer_id: string,
  { account_code, amount, deductions, settlement_date }: SettlementRequest,
  { ordered, supplier_payable_id, currency, open_amount_minor }: LockedPayable,
  evidence: Pick<LockedBankEntry, 'entry_id' | 'account' | 'booking_date'> | null,
): Promise<void> {
  if (ordered === null) return
  const named = { ordered, supplier_payable_id, currency, open_amount_minor }
  const closes = closedMinor('payable', BigInt(amount.amount_minor), deductions)
  const isOfRest = closes <= notOrdered(named)
  const debit =
    evidence && (await compareWithOrder(tx, end_customer_id, evidence.entry_id, { ...ordered, supplier_payable_id }))
  // What names a payment of another payable pays that one, also where it would only pay the rest of this one.
  if (evidence && debit?.names_another && !debit.names_another_of_payable)
    requireItsDebit(debit, evidence.booking_date, named)
  // Just the amount that is ordered would be taken for it, whatever has paid it, and whatever is taken off beside it.
  const isAmount = isAmountOf(ordered, closes) || amount.amount_minor === ordered.amount_minor
  if (isOfRest && !isAmount) return
  if (amount.amount_minor === 0) throw refused([conflict('/deductions', named)])
  const ledgerAccountOf = (name: string) => findLedgerAccountOf(tx, end_customer_id, name, settlement_date)
  if (account_code !== undefined && account_code !== (await ledgerAccountOf(ordered.bank_account)))
    throw refused([conflict('/account_code', named)])
  if (evidence && debit) {
    // Nothing takes the debit of an earlier payment of the payable for that of the order, whatever its amount.
    if (isOfRest && debit.names_another_of_payable) return
    if (!(await isOfBank(evidence.account, ordered.bank_account, ledgerAccountOf)))
      throw refused([debitOfAnotherBank(evidence.account, named)])
    requireItsDebit(debit, evidence.booking_date, named)
  }
  const off = closedByDeductions('payable', deductions)
  if (off > BigInt(ordered.discount_minor) && amount.amount_minor < ordered.amount_minor)
    throw refused([conflict('/deductions', named)])
}

function isAmountOf({ amount_minor, discount_minor }: OrderedNow, minor: bigint): boolean {
  return minor === BigInt(amount_minor) || minor === BigInt(amount_minor + discount_minor)
}

/** What the file leaves open of a payable. */
function notOrdered({ ordered, open_amount_minor }: OrderedPayable): bigint {
  return open_amount_minor - BigInt(ordered.amount_minor + ordered.discount_minor)
}

/** Whether a bank entry is of the account that an order pays from. Where its bank names the account by a number of its own, the books tell. */
async function isOfBank(
  account: string,
  iban: string,
  ledgerAccountOf: (name: string) => Promise<string | null>,
): Promise<boolean> {
  if (account === iban) return true
  return !isIban(account) && (await ledgerAccountOf(account)) === (await ledgerAccountOf(iban))
}

/** A debit that names another payment, or that the bank had booked or told before there was the order, is not what its file pays. */
function requireItsDebit(
  { names_another, is_older }: DebitOfOrder,
  booking_date: string | null,
  payable: OrderedPayable,
): void {
  if (!names_another && !is_older) return
  const day = booking_date === null ? '' : ` (${booking_date})`
  const why = names_another ? 'names another payment' : `is from before there was that order${day}`
  const message = `${orderInWords(payable)}; this bank entry ${why}. ${leftOf(payable)}If it has paid the payable, withdraw that payment first, so that the bank does not pay it as well, and settle then; else settle the debit of that payment.`
  throw refused([{ pointer: '/evidence_sha256', code: 'already_ordered', message }])
}

/** A payable that the file of an order pays. */
export type OrderedPayable = {
  readonly ordered: OrderedNow
  readonly supplier_payable_id: string
  readonly currency: string
  readonly open_amount_minor: bigint
}

/** @throws ApiError state_conflict where more of these would be set off than the file of an order leaves open */
export function requireNoneOrdered(
  payables: readonly (OrderedPayable & { readonly pointer: string; readonly closes_minor: bigint })[],
): void {
  const paidTwice = payables.filter((payable) => payable.closes_minor > notOrdered(payable))
  if (paidTwice.length > 0) throw refused(paidTwice.map((payable) => conflict(payable.pointer, payable)))
}

function conflict(pointer: string, payable: OrderedPayable): ErrorDetail {
  const message = `${orderInWords(payable)}. ${leftOf(payable)}Withdraw that payment first if the bank does not make it; else settle its debit.`
  return { pointer, code: 'already_ordered', message }
}

function debitOfAnotherBank(account: string, payable: OrderedPayable): ErrorDetail {
  const { bank_account } = payable.ordered
  const message = `${orderInWords(payable)} from ${bank_account}; this bank entry is of ${account}. ${leftOf(payable)}If it has paid the payable, withdraw that payment first, so that ${bank_account} does not pay it as well, and settle then; else settle the debit of ${bank_account}.`
  return { pointer: '/evidence_sha256', code: 'already_ordered', message }
}

function leftOf(payable: OrderedPayable): string {
  const left = notOrdered(payable)
  return left > 0n
    ? `Other money, of another amount than it, may close up to ${amountInWords(left, payable.currency)}. `
    : ''
}

function orderInWords({ ordered, supplier_payable_id, currency }: OrderedPayable): string {
  const order = publicId('payment_order', ordered.payment_order_id)
  const sum = amountInWords(BigInt(ordered.amount_minor), currency)
  return `${publicId('supplier_payable', supplier_payable_id)} is in payment order ${order}, whose file pays ${sum} of it as ${ordered.end_to_end_id}`
}

function refused(details: readonly ErrorDetail[]): ApiError {
  return new ApiError('state_conflict', details[0]?.message ?? '', details)
}
