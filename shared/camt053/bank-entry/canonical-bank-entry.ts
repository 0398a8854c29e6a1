import { createHash } from 'node:crypto'
import { canonicalJson, type Json } from '../../accounting/canonical-json.ts'
import type { StatementHead } from '../bank-statement.ts'
import type { BankAccount, BankEntry, TransactionDetails } from './bank-entry.ts'

/** Changes with every change of what follows; it is part of the text that is hashed. */
export const ENTRY_RULE_VERSION = 1

/** The account that entries belong to: its IBAN, or what the bank calls it. */
export function accountKey({ account_iban, account_other_id }: StatementHead): string {
  return account_iban ?? account_other_id ?? ''
}

/**
 * The RFC 8785 text of what a booking is, whatever file says it: version, namespace, prefixes, blanks and statement do
 * not change it. References of the bank are no part of it, because they repeat, are shared and come late.
 *
 * @param occurrence 1 for the first of equal bookings of one account and day, 2 for the second …
 */
export function canonicalBankEntry(account: string, entry: BankEntry, occurrence: number): string {
  return canonicalJson({
    rule_version: ENTRY_RULE_VERSION,
    account,
    occurrence,
    booking_date: entry.booking_date,
    value_date: entry.value_date,
    amount_minor: exact(entry.amount_minor),
    currency: entry.currency,
    credit_debit: entry.credit_debit,
    reversal: entry.reversal,
    status: entry.status ?? 'BOOK',
    text: collapsed(entry.additional_info),
    transactions: entry.tx_details.map((tx) => canonicalTransaction(tx, entry)),
  })
}

export function hashOfBankEntry(account: string, entry: BankEntry, occurrence: number): string {
  return createHash('sha256')
    .update(canonicalBankEntry(account, entry, occurrence))
    .digest('hex')
}

/** A transaction that stands alone has the amount of its entry, also where its version of the message does not say so. */
function canonicalTransaction(tx: TransactionDetails, entry: BankEntry): Json {
  const { amount_minor, currency } = tx.amount_minor === null && entry.tx_details.length === 1 ? entry : tx
  return {
    amount_minor: amount_minor === null ? null : exact(amount_minor),
    currency,
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

function party(name: string | null, account: BankAccount | null): Json {
  return { name: collapsed(name), account: (account?.iban ?? account?.other)?.replace(/\s/g, '').toUpperCase() ?? null }
}

/** Line breaks and indentation inside a text depend on who wrote the file. */
function collapsed(text: string | null): string | null {
  return text?.replace(/\s+/g, ' ') ?? null
}

/** An integer beyond 2^53 is written as text, as RFC 8785 asks. */
function exact(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}
