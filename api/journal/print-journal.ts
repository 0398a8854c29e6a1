import { decimal } from '../../shared/accounting/amounts/decimal.ts'
import { plainAmount } from '../print/amounts.ts'
import { csvLines, harmless } from '../print/csv.ts'
import type { presentJournalEntry } from './present-journal-entry.ts'

type Entry = ReturnType<typeof presentJournalEntry>

// biome-ignore format: a list of names reads better in rows
const COLUMNS = [
  'entry_number', 'journal_entry_id', 'posting_date', 'document_date', 'description', 'entry_type', 'line_number',
  'account_code', 'account_name', 'text', 'debit', 'credit', 'currency', 'transaction_amount', 'transaction_currency',
  'exchange_rate', 'tax_code', 'tax_base', 'tax_amount', 'source_type', 'source_id', 'reversal_of', 'entry_hash',
  'tax_due',
]

export function journalCsvHeader(): string {
  return csvLines([COLUMNS])
}

/** One line for each line of the journal; amounts are plain decimals. */
export function* journalCsv(entries: readonly Entry[]): Generator<string, void> {
  for (const entry of entries)
    for (const line of entry.lines)
      yield csvLines([
        [
          String(entry.entry_number),
          entry.journal_entry_id,
          entry.posting_date,
          entry.document_date,
          harmless(entry.description),
          entry.entry_type,
          String(line.line_number),
          harmless(line.account_code),
          harmless(line.account_name),
          line.text && harmless(line.text),
          line.debit && plainAmount(line.debit),
          line.credit && plainAmount(line.credit),
          entry.currency,
          plainAmount(line.transaction_amount),
          line.transaction_amount.currency,
          line.exchange_rate,
          line.tax && harmless(line.tax.tax_code),
          line.tax && plainAmount(line.tax.base_amount),
          line.tax && plainAmount(line.tax.tax_amount),
          entry.source.type,
          entry.source.id,
          entry.reversal_of,
          entry.entry_hash,
          // A line has as many of these as it likes: they are the JSON of the line.
          line.tax_due ? harmless(JSON.stringify(line.tax_due)) : null,
        ],
      ])
}

type Account = { readonly account_code: string; readonly account_name: string; readonly account_type: string }

/** Account types as hledger knows them: Asset, Liability, Equity, Revenue, eXpense. Class 9 is equity until it is zero. */
const TYPES: Readonly<Record<string, string>> = {
  asset: 'A',
  liability: 'L',
  equity: 'E',
  revenue: 'R',
  expense: 'X',
  closing: 'E',
}

export function ledgerHeader(end_customer_id: string, currency: string): string {
  return `; Journal of ${end_customer_id}\n\ncommodity ${decimal(100_000n, currency)} ${currency}\n\n`
}

/**
 * Declares accounts. The code alone is the account's name, so that it means the same whatever its name in the
 * chart; the name stands in a comment.
 *
 * @source hledger manual, "Journal format": account directive, account types
 */
export function accountDirectives(accounts: readonly Account[]): string {
  const declared = accounts.map(
    ({ account_code, account_name, account_type }) =>
      `account ${account_code}  ; type:${TYPES[account_type] ?? 'E'}, ${commented(account_name)}\n`,
  )
  return declared.join('')
}

/**
 * Entries as plain text accounting has them, readable by hledger and ledger. Amounts are in the base currency, so that
 * balances agree to the last Rappen; an amount in another currency stands in a comment.
 */
export function* ledgerText(entries: readonly Entry[]): Generator<string, void> {
  for (const entry of entries) {
    yield `\n${header(entry)}`
    for (const line of entry.lines) yield `${posting(line, entry.currency)}\n`
  }
}

function header(entry: Entry): string {
  const { posting_date, document_date, entry_number, description, entry_type, journal_entry_id, source } = entry
  const date = document_date === posting_date ? posting_date : `${posting_date}=${document_date}`
  const type = entry_type === 'standard' ? '' : `, entry_type:${entry_type}`
  return [
    `${date} (${entry_number}) ${plain(description)}`,
    `    ; journal_entry_id:${journal_entry_id}, source:${source.id}${type}`,
    `    ; entry_hash:${entry.entry_hash}\n`,
  ].join('\n')
}

function posting(
  { account_code, debit, credit, transaction_amount, text, tax, tax_due = [] }: Entry['lines'][number],
  currency: string,
) {
  const amount = debit ? plainAmount(debit) : `-${plainAmount(credit ?? transaction_amount)}`
  const comments = [
    text && commented(text),
    tax && `tax:${commented(tax.tax_code)}`,
    ...tax_due.map(({ kind, tax_code, tax_amount }) => `tax_${kind}:${commented(tax_code)} ${plainAmount(tax_amount)}`),
    transaction_amount.currency !== currency &&
      `transaction:${plainAmount(transaction_amount)} ${transaction_amount.currency}`,
  ].filter(Boolean)
  return `    ${account_code}  ${amount} ${currency}${comments.length > 0 ? `  ; ${comments.join(', ')}` : ''}`
}

/** One line of text without the signs that mean something in the format. */
function plain(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[;|]/g, ',')
    .trim()
}

/**
 * The same for a comment, where `date:` and other names with a colon are tags, and a text in brackets is a date: with it
 * the posting would move to another day, or nothing could be read. ledger also evaluates what stands behind two colons.
 *
 * @source hledger manual, "Tags", "Posting dates"; ledger manual, "Metadata"
 */
function commented(text: string): string {
  return plain(text).replaceAll(':', '\uff1a').replaceAll('[', '(').replaceAll(']', ')')
}
