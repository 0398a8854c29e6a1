import { createHash } from 'node:crypto'
import { type CanonicalValue, canonicalJson } from '../../canonical/canonical-json.ts'
import type { BankStatementHeader } from '../bank-statement.ts'
import type { BankEntry } from './bank-entry.ts'
import type { BankAccount } from './parties.ts'
import type { TransactionDetails } from './transaction-details.ts'

/**
 * Changes with every change of the canonical text, and is a part of it. A bank entry that is kept keeps its version.
 * Version 1 had the amounts of transactions, which some versions of the message say and others do not.
 */
export const BANK_ENTRY_RULE_VERSION = 2

/** What says the account of a bank statement: the account that its QR-IBAN is known to mean, and what the bank has written. */
export type WrittenAccount = Pick<BankStatementHeader, 'account_iban' | 'account_other_id'> & {
  readonly bank_account?: string
}

/** The bank account of the bank entries: its IBAN, or else the identification of the bank. */
export function bankAccountKey({ bank_account, account_iban, account_other_id }: WrittenAccount): string {
  return bank_account ?? account_iban ?? account_other_id ?? ''
}

/** @param rule_version of a bank entry that is kept */
export function hashOfBankEntry(
  bankAccount: string,
  bankEntry: BankEntry,
  occurrence: number,
  rule_version = BANK_ENTRY_RULE_VERSION,
): string {
  const steps = hashInSteps(bankAccount, bankEntry, occurrence, rule_version)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const TRANSACTIONS_PER_STEP = 64
const CHARACTERS_PER_STEP = 50_000

/**
 * The same hash, made in steps: a bank entry may have thousands of transactions, and some of them long texts. Yields after
 * every step.
 */
export function* hashInSteps(
  bankAccount: string,
  bankEntry: BankEntry,
  occurrence: number,
  rule_version = BANK_ENTRY_RULE_VERSION,
): Generator<void, string> {
  const hash = createHash('sha256')
  let parts = 0
  let characters = 0
  for (const part of canonicalParts(bankAccount, bankEntry, occurrence, rule_version)) {
    hash.update(part)
    parts += 1
    characters += part.length
    if (parts < TRANSACTIONS_PER_STEP && characters < CHARACTERS_PER_STEP) continue
    yield
    parts = 0
    characters = 0
  }
  return hash.digest('hex')
}

/**
 * The RFC 8785 text of a bank entry, the same from every file: version, namespace, prefixes, blanks and bank statement
 * do not change it. References of the bank are no part of it, because they repeat, are shared and come late. Amounts of
 * transactions are none either: they repeat the amount of the bank entry or split it.
 *
 * @param occurrence 1 for the first of equal bank entries of one bank account and day, 2 for the second …
 */
function* canonicalParts(
  bankAccount: string,
  bankEntry: BankEntry,
  occurrence: number,
  rule_version: number,
): Generator<string> {
  const around = canonicalJson({
    rule_version,
    account: bankAccount,
    occurrence,
    booking_date: bankEntry.booking_date,
    value_date: bankEntry.value_date,
    amount_minor: exact(bankEntry.amount_minor),
    currency: bankEntry.currency,
    credit_debit: bankEntry.credit_debit,
    reversal: bankEntry.reversal,
    status: bankEntry.status ?? 'BOOK',
    text: collapsed(bankEntry.additional_info),
    transactions: [],
  })
  // Behind the transactions is the value date, which has no bracket.
  const end = around.lastIndexOf(']')
  const transactionAmounts = rule_version === 1 ? amountOfTransaction : () => ({})
  yield around.slice(0, end)
  for (const [index, tx] of bankEntry.tx_details.entries()) {
    const text = canonicalJson({ ...transactionAmounts(tx, bankEntry), ...canonicalTransaction(tx) })
    yield index === 0 ? text : `,${text}`
  }
  yield around.slice(end)
}

/** A transaction that stands alone has the amount of its bank entry, even where its version of the message omits it. */
function amountOfTransaction(tx: TransactionDetails, bankEntry: BankEntry) {
  const { amount_minor, currency } = tx.amount_minor === null && bankEntry.tx_details.length === 1 ? bankEntry : tx
  return { amount_minor: amount_minor === null ? null : exact(amount_minor), currency }
}

/** The hash of what a bank entry's hash says of one of its transactions. */
export function hashOfTransaction(tx: TransactionDetails): string {
  return createHash('sha256')
    .update(canonicalJson(canonicalTransaction(tx)))
    .digest('hex')
}

function canonicalTransaction(tx: TransactionDetails): { readonly [name: string]: CanonicalValue } {
  return {
    end_to_end_id: collapsed(tx.end_to_end_id),
    mandate_id: collapsed(tx.mandate_id),
    creditor_refs: tx.creditor_refs.map(({ type, ref }) => ({ type, ref: ref?.replace(/\s/g, '') ?? null })),
    unstructured: tx.unstructured.map(collapsed),
    additional_remittance: tx.additional_remittance.map(collapsed),
    debtor: party(tx.debtor_name, tx.debtor_account),
    creditor: party(tx.creditor_name, tx.creditor_account),
    return_reason: tx.return_reason,
    text: collapsed(tx.additional_info),
  }
}

function party(name: string | null, bankAccount: BankAccount | null): CanonicalValue {
  const account = (bankAccount?.iban ?? bankAccount?.other)?.replace(/\s/g, '').toUpperCase() ?? null
  return { name: collapsed(name), account }
}

/** Line breaks and indentation inside a text depend on the program that wrote the file. */
function collapsed(text: string | null): string | null {
  return text?.replace(/\s+/g, ' ') ?? null
}

/** An integer beyond 2^53 is written as text, as RFC 8785 asks. */
function exact(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}
