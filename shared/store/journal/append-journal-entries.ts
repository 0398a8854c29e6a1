import { canonicalEntry, type JournalEntry, type NewJournalEntry } from '../../accounting/journal/canonical-entry.ts'
import { totalOf } from '../../accounting/journal/journal-entry.ts'
import { sha256Of } from '../../canonical/hash.ts'
import { FACT_TYPES } from '../../contract/facts/source-facts.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { amountsAsText } from '../db/json.ts'
import { recordset } from '../db/recordset.ts'
import { taxAsJson } from './journal-lines.ts'
import type { LedgerHead } from './ledger-heads.ts'

type HashedEntry = JournalEntry & { entry_hash: string; line_count: number; total_minor: string }

/** Gives entries of one ledger their numbers and hashes, in order, after the ledger's head. */
export function chainEntries(head: LedgerHead, entries: readonly NewJournalEntry[]): HashedEntry[] {
  let { last_entry_number: entry_number, last_entry_hash: previous_hash } = head
  return entries.map((entry) => {
    entry_number += 1n
    const numbered = { ...entry, entry_number, previous_hash }
    const entry_hash = sha256Of(canonicalEntry(numbered))
    previous_hash = entry_hash
    return { ...numbered, entry_hash, line_count: entry.lines.length, total_minor: String(totalOf(entry.lines)) }
  })
}

/** Appends one entry to its ledger, whose head the caller holds locked. */
export async function appendJournalEntry(tx: Tx, head: LedgerHead, entry: NewJournalEntry): Promise<void> {
  await tx.query(journalInsert(chainEntries(head, [entry])))
}

const LINE = {
  end_customer_id: 'uuid',
  entry_number: 'int8',
  line_number: 'int2',
  account_code: 'text',
  posting_date: 'date',
  debit_minor: 'int8',
  credit_minor: 'int8',
  transaction_currency: 'text',
  transaction_minor: 'int8',
  rate_e8: 'int8',
  tax: 'jsonb',
  text: 'text',
} as const

const RARE_COLUMNS = ['open_item', 'tax_due'] as const
type RareColumn = (typeof RARE_COLUMNS)[number]

const ENTRY = {
  end_customer_id: 'uuid',
  entry_number: 'int8',
  journal_entry_id: 'uuid',
  fiscal_year_id: 'text',
  posting_date: 'date',
  document_date: 'date',
  description: 'text',
  source_type: 'text',
  source_id: 'uuid',
  source_snapshot: 'jsonb',
  reversal_of: 'uuid',
  rule_version: 'int4',
  actor_id: 'text',
  request_id: 'text',
  currency: 'text',
  line_count: 'int4',
  total_minor: 'int8',
  posted_at: 'timestamptz',
  previous_hash: 'text',
  entry_hash: 'text',
  entry_type: 'text',
} as const

/**
 * Makes the query that appends entries of any number of ledgers, whose heads the caller holds locked. It writes the
 * entries and their lines; the journal's triggers check the whole of it and move the heads.
 */
export function journalInsert(entries: readonly HashedEntry[]) {
  const isThere = (column: RareColumn) => entries.some(({ lines }) => lines.some((line) => line[column] != null))
  const columns = RARE_COLUMNS.filter(isThere)
  const name = ['insert_journal_entries', ...columns].join('_with_')
  return sql.prepared(name, row())`with ${linesInsert(entries, columns)} ${entriesInsert(entries)}`
}

/** Few lines name an open item or make tax due; no others are sent with a column that is null in all of them. */
function linesInsert(entries: readonly HashedEntry[], rare: readonly RareColumn[]) {
  const columns = { ...LINE, ...Object.fromEntries(rare.map((name) => [name, 'jsonb' as const])) }
  const text_and_rare = sql.join(
    ['text', ...rare].map((name) => sql.identifier([name])),
    sql.fragment`, `,
  )
  return sql.fragment`
    lines as (
      insert into journal_lines (
        end_customer_id, entry_number, line_number, account_code, posting_date, debit_minor, credit_minor,
        transaction_currency, transaction_minor, rate_e8, tax, ${text_and_rare}
      )
      select line.end_customer_id, line.entry_number, line.line_number, line.account_code, line.posting_date,
        line.debit_minor, line.credit_minor, line.transaction_currency, line.transaction_minor, line.rate_e8, line.tax,
        ${text_and_rare}
      from ${recordset('line', columns, entries.flatMap(lineRows))}
    )
  `
}

function entriesInsert(entries: readonly HashedEntry[]) {
  return sql.fragment`
    insert into journal_entries (
      end_customer_id, entry_number, journal_entry_id, fiscal_year_id, posting_date, document_date, description,
      source_type, source_id, source_snapshot, reversal_of, rule_version, actor_id, request_id, currency, line_count,
      total_minor, posted_at, previous_hash, entry_hash, entry_type
    )
    select end_customer_id, entry_number, journal_entry_id, fiscal_year_id, posting_date, document_date, description,
      source_type, source_id, coalesce(source_snapshot, ${snapshotOfFact}), reversal_of, rule_version, actor_id,
      request_id, currency, line_count, total_minor, posted_at, previous_hash, entry_hash, entry_type
    from ${recordset('entry', ENTRY, entries.map(entryRow))}
  `
}

/**
 * The same value as in the entry that was hashed: requests never change, and this one was read in this transaction.
 * sql.md: no other index
 */
const snapshotOfFact = sql.fragment`(
  select jsonb_build_object('request', request, 'request_hash', request_hash) from source_facts fact
  where fact.end_customer_id is not distinct from entry.end_customer_id and fact.source_fact_id = entry.source_id
)`

function entryRow(entry: HashedEntry) {
  const { reversal_of, source_type, source_snapshot } = entry
  const isOfFact = reversal_of === null && FACT_TYPES.some((fact_type) => fact_type === source_type)
  // The request of a fact is copied inside the database; sending and reading it again took a quarter of the time.
  return { ...entry, source_snapshot: isOfFact ? null : source_snapshot }
}

function lineRows({ end_customer_id, entry_number, posting_date, lines }: HashedEntry) {
  return lines.map((line, index) => ({
    ...line,
    tax: taxAsJson(line.tax),
    tax_due: line.tax_due === undefined ? null : amountsAsText(line.tax_due),
    end_customer_id,
    entry_number,
    line_number: index + 1,
    posting_date,
  }))
}
