import { type BankEntry, isBooked } from './bank-entry.ts'
import type { TransactionDetails } from './transaction-details.ts'

/** Money that came in: a bank entry, or one transaction of a collective bank entry. */
export type IncomingPayment = {
  /** From 1; 0 for the bank entry as a whole. */
  readonly transaction_number: number
  readonly amount_minor: bigint
  readonly currency: string
  readonly debtor_name: string | null
  readonly debtor_account: string | null
  readonly end_to_end_id: string | null
  /** Without blanks. */
  readonly payment_references: readonly string[]
  readonly remittance_text: string
}

/**
 * A booked credit is a payment; a reversal never is, whichever way it goes, nor what comes back of a payment that we had made.
 *
 * @source ISO 20022 `RvslInd`, `RtrInf`
 */
export function incomingPayments(bankEntry: BankEntry): IncomingPayment[] {
  return inOneGo(incomingPaymentsInSteps(bankEntry))
}

/** The same in steps, as a collective bank entry has tens of thousands. */
export function* incomingPaymentsInSteps(bankEntry: BankEntry): Generator<void, IncomingPayment[]> {
  const { tx_details } = bankEntry
  const payments = yield* creditsInSteps(bankEntry)
  if (payments.length > 1)
    return payments.filter(({ transaction_number }) => !isReturned(tx_details[transaction_number - 1]))
  return tx_details.some(isReturned) ? [] : payments
}

/** With what comes back of payments that we had made, which releases before took for payments. */
export function creditsIn(bankEntry: BankEntry): IncomingPayment[] {
  return inOneGo(creditsInSteps(bankEntry))
}

function* creditsInSteps(bankEntry: BankEntry): Generator<void, IncomingPayment[]> {
  const isCredit = isBooked(bankEntry) && bankEntry.credit_debit === 'CRDT' && !bankEntry.reversal
  return isCredit ? yield* paymentsIn(bankEntry) : []
}

/** The bank says why a transaction is returned. */
export function isReturned(details: Pick<TransactionDetails, 'return_reason'> | undefined): boolean {
  return (details?.return_reason ?? null) !== null
}

/** Payments that a reversal of credits cancels: a booked debit that is marked as a reversal. */
export function* returnedPaymentsInSteps(bankEntry: BankEntry): Generator<void, IncomingPayment[]> {
  const isReversal = isBooked(bankEntry) && bankEntry.credit_debit === 'DBIT' && bankEntry.reversal
  return isReversal ? yield* paymentsIn(bankEntry) : []
}

export function inOneGo<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** One for each transaction when all of them carry amounts that add up to the bank entry, else one for the whole. */
function* paymentsIn(bankEntry: BankEntry): Generator<void, IncomingPayment[]> {
  const { tx_details, amount_minor, currency } = bankEntry
  if (amount_minor === 0n) return []
  const sum = tx_details.reduce<bigint | null>(
    (total, tx) => (total === null || !tx.amount_minor || tx.currency !== currency ? null : total + tx.amount_minor),
    0n,
  )
  if (tx_details.length <= 1 || sum !== amount_minor)
    return [yield* payment(0, amount_minor, currency, tx_details, bankEntry.additional_info)]
  const payments: IncomingPayment[] = []
  for (const [index, tx] of tx_details.entries())
    payments.push(yield* payment(index + 1, tx.amount_minor ?? 0n, currency, [tx], null))
  return payments
}

function* payment(
  transaction_number: number,
  amount_minor: bigint,
  currency: string,
  details: readonly TransactionDetails[],
  text: string | null,
): Generator<void, IncomingPayment> {
  const [first] = details
  const texts: (string | null)[] = []
  const payment_references: string[] = []
  for (const tx of details) {
    texts.push(...textsOf(tx))
    payment_references.push(...referencesOf(tx))
    yield
  }
  return {
    transaction_number,
    amount_minor,
    currency,
    debtor_name: first?.ultimate_debtor_name ?? first?.debtor_name ?? null,
    debtor_account: first?.debtor_account?.iban?.replace(/\s/g, '') ?? first?.debtor_account?.other ?? null,
    end_to_end_id: first?.end_to_end_id ?? null,
    payment_references,
    remittance_text: [...texts, text].filter(Boolean).join('\n'),
  }
}

function textsOf(tx: TransactionDetails): (string | null)[] {
  return [
    ...tx.unstructured,
    ...tx.additional_remittance,
    ...(tx.referred_documents ?? []).map(({ number }) => number),
    tx.end_to_end_id === 'NOTPROVIDED' ? null : tx.end_to_end_id,
    tx.additional_info,
  ]
}

/** Structured references, and those that stand in the free text. */
function referencesOf({ creditor_refs, unstructured }: TransactionDetails): string[] {
  const structured = creditor_refs.flatMap(({ ref }) => (ref ? [ref.replace(/\s/g, '').toUpperCase()] : []))
  const free = unstructured.flatMap((text) => text.toUpperCase().match(/\bRF\d{2}[0-9A-Z]{1,21}\b|\b\d{27}\b/g) ?? [])
  return [...new Set([...structured, ...free])]
}
