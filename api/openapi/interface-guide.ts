import { RULES } from '../../shared/accounting/facts/blockers.ts'
import { WARNINGS } from '../../shared/accounting/facts/warnings.ts'
import { ERRORS } from '../../shared/contract/platform/errors.ts'

/** The introduction to the interface, as Markdown; its tables are made from those that the service uses. */
export const GUIDE = `Source systems send **facts**. The service keeps each fact with its evidence hashes, names the **blockers** in its way,
books it when there are none, and answers **canonical reads**: journal, chart of accounts, statements in the structure of the
Swiss Code of Obligations.

* Money is \`{amount_minor, currency}\`, an integer in minor units: 1990 CHF is 19.90. Dates are \`YYYY-MM-DD\`.
* Every request carries \`Authorization: Bearer hb_…\`. Reading needs the scope \`read\`, changing the scope \`write\`.
* Every POST and PUT carries an \`Idempotency-Key\`. The same key with the same request returns the recorded answer, marked
  \`Idempotent-Replayed: true\`, and nothing happens twice.
* A request that is answered 202 is on disk and is decided a moment later; \`Prefer: wait=10\` holds the answer until then.
* Lists take \`limit\` and \`starting_after\`; the feed of \`/v1/events\` takes \`after\`.
* The examples are one story, recorded from the service: a joinery in Bern, its first facts, its bank statement.

## Errors

A refused request has stored nothing. The body is \`{"error": {code, message, request_id, details}}\`; each detail has a
\`pointer\` to the offending field (RFC 6901), a \`code\` and a \`message\`.

${table(
  ['code', 'HTTP status', 'meaning', 'remedy'],
  Object.entries(ERRORS).map(([code, { status, meaning, remedy }]) => [`\`${code}\``, String(status), meaning, remedy]),
)}

## Blockers

A fact that accounting cannot book yet is accepted and carries blockers. The service evaluates it again when a change may have
removed a blocker, and books it by itself once there is none. A newer fact with the same \`external_reference\` supersedes
it; \`POST /v1/source-facts/{source_fact_id}/withdraw\` takes it back, and it is never booked then.

${table(['code', 'points to', 'remedy', 'source'], RULES.map(ruleRow))}

## Warnings

A fact may also carry warnings: something that its sender should know of, and that stops nothing.

${table(['code', 'points to', 'remedy', 'source'], WARNINGS.map(ruleRow))}
`

function ruleRow({
  code,
  pointer,
  remedy,
  source,
}: Readonly<Record<'code' | 'pointer' | 'remedy' | 'source', string>>) {
  return [`\`${code}\``, `\`${pointer}\``, remedy, source]
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Descriptions of the resources, by the first part of their path behind /v1/. */
export const TAGS: Readonly<Record<string, string>> = {
  'source-facts': 'Expense documents, customer invoices and journal vouchers: send them, follow them, take them back',
  events: 'Every change of an end customer, in order and without gaps',
  'webhook-subscriptions': 'Events sent to a URL, signed, in order for each end customer, at least once',
  accounts: 'The chart of accounts (Kontenplan)',
  'account-mappings':
    'The accounts that play the roles of the rules, and the rows of statements that accounts stand on',
  'end-customers': 'The end customers with what is to be done for each, and their settings',
  'partner-relations': 'Holders of shares, organs and participations, towards whom positions are shown apart',
  'fiscal-years': 'Fiscal years: set, close, reopen',
  'period-locks': 'Nothing is posted on or before the day of the lock',
  'vat-registrations':
    'What an end customer is registered as for VAT, from a day on: method, consideration, filing period',
  'exchange-rates': 'Base currency for one unit of a foreign currency',
  'journal-entries': 'The posted journal',
  'ledger-proof': 'What a timestamp authority has covered, and the way of an entry to its stamp',
  'supplier-payables': 'Open items of suppliers and their settlements',
  documents: 'Open items of customers',
  'camt-053': 'Bank statements as evidence',
  'camt-054': 'Debit and credit notifications: details of bank entries',
  'bank-rules': 'Rules that say what bank entries of a kind are: tried, switched on, and taken back',
  'bank-returns': 'Payments that came back: what they undo, less what the bank has kept',
  'qr-bills': 'Swiss QR codes: what a scanned one says',
  payments: 'Incoming payments according to the bank',
  'settlement-candidates': 'Proposals for payments and debits, and the handoffs of reviewers',
  'allocation-handoffs': "Reviewers' proposals to allocate a payment",
  allocations: 'Payments applied to documents',
  'manual-payments': 'Payments as evidence only',
  'payment-orders': 'Payments that a bank is ordered to make (pain.001), and what becomes of them',
  'supplier-uids': 'Suppliers whose UID does not say that they are registered for VAT, and what somebody has answered',
  'tax-not-due': 'Tax of open items that is due with their payment, at the end of a day',
  'tax-records': 'Tax records of the journal, which VAT returns are made of',
  'acquisition-tax': 'What somebody without a registration has acquired from abroad, beside the limit of CHF 10,000',
  'vat-returns': 'VAT returns as the form has them, tied to the tax accounts, and their eCH-0217 files',
  'vat-filings': 'VAT returns that were filed',
  statements: 'Balance sheet, income statement, trial balance and account ledger, exact at every moment',
}
