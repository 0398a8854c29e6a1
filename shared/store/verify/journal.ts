import type { JournalEntry } from '../../accounting/journal/canonical-entry.ts'
import { isReadHere } from '../databases/fences.ts'
import { type Db, row, sql } from '../db/database.ts'
import { allOf, keysetPage } from '../db/filters.ts'
import { statesThenFacts } from '../facts/source-facts.ts'
import { type JournalLineJson, lineFromJson } from '../journal/journal-lines.ts'

const PAGE = 1_000

export type StoredLedgerHead = { last_entry_number: bigint; last_entry_hash: string }
export type StoredJournalEntry = JournalEntry & { line_count: number; total_minor: bigint; entry_hash: string }

type StoredJournalEntryRow = Omit<StoredJournalEntry, 'lines'> & {
  lines: (JournalLineJson & { line_number: number })[]
}
export type LedgerSize = { end_customer_id: string; size: number }

/** End customers with the number of journal entries, facts and bank entries to verify. */
export function listLedgers(db: Db, end_customer_id: string | null): Promise<readonly LedgerSize[]> {
  return db.any(sql.type(row<LedgerSize>())`
    select end_customer_id, (last_entry_number + (
      select count(*) from fact_states where fact_states.end_customer_id = ledger_heads.end_customer_id
    ) + (
      select count(*) from camt053_entries where camt053_entries.end_customer_id = ledger_heads.end_customer_id
    ))::integer as size
    from ledger_heads
    where ${allOf([isReadHere(), end_customer_id !== null && sql.fragment`end_customer_id = ${end_customer_id}`])}
    order by end_customer_id
  `)
}

export function findLedgerHead(db: Db, end_customer_id: string): Promise<StoredLedgerHead> {
  return db.one(sql.type(row<StoredLedgerHead>())`
    select last_entry_number, last_entry_hash from ledger_heads where end_customer_id = ${end_customer_id}
  `)
}

async function readJournalPage(
  db: Db,
  end_customer_id: string,
  after: bigint,
  limit: number,
): Promise<StoredJournalEntry[]> {
  const rows = await db.any(sql.type(row<StoredJournalEntryRow>())`
    select end_customer_id, entry_number, journal_entry_id, fiscal_year_id, posting_date, document_date, description,
      source_type, source_id, source_snapshot, reversal_of, rule_version, actor_id, request_id, currency, posted_at,
      previous_hash, entry_hash, entry_type, line_count, total_minor,
      (select coalesce(jsonb_agg(jsonb_build_object(
        'line_number', line_number, 'account_code', account_code, 'debit_minor', debit_minor::text,
        'credit_minor', credit_minor::text, 'transaction_currency', transaction_currency,
        'transaction_minor', transaction_minor::text, 'rate_e8', rate_e8::text, 'text', text, 'open_item', open_item,
        'tax_due', tax_due, 'tax', tax || jsonb_build_object('base_minor', tax ->> 'base_minor', 'tax_minor', tax ->> 'tax_minor')
      ) order by line_number), '[]')
      from journal_lines line
      where line.end_customer_id = entry.end_customer_id and line.entry_number = entry.entry_number) as lines
    from journal_entries entry
    ${keysetPage({
      conditions: [sql.fragment`end_customer_id = ${end_customer_id}`],
      key: 'entry_number',
      after,
      limit,
    })}
  `)
  return rows.map((entry) => ({ ...entry, lines: entry.lines.map(({ line_number, ...line }) => lineFromJson(line)) }))
}

/** The journal in order, a page at a time in memory. */
export async function* readJournal(db: Db, end_customer_id: string): AsyncGenerator<StoredJournalEntry> {
  for (let after = 0n; ; ) {
    const entries = await readJournalPage(db, end_customer_id, after, PAGE)
    yield* entries
    after = entries.at(-1)?.entry_number ?? after
    if (entries.length < PAGE) return
  }
}

export function readFactHashes(db: Db, end_customer_id: string, after: string | null, limit: number) {
  return db.any(sql.type(row<{ source_fact_id: string; request: unknown; request_hash: string }>())`
    select source_fact_id, request, request_hash
    from ${statesThenFacts}
    ${keysetPage({
      conditions: [sql.fragment`end_customer_id = ${end_customer_id}`],
      key: 'source_fact_id',
      after,
      limit,
    })}
  `)
}

type SetFinding = { check: string; subject: string; expected: string; found: string }

/** Compares sets: facts and entries, open items and accounts, statement tables and lines, money and bank. */
/**
 * @param is_small PostgreSQL plans these queries for ten times as long as it reads a small ledger, so that it keeps a plan for all of
 *   these; a large one has a plan of its own. sql.md: kept plan
 */
export function findSetFindings(db: Db, end_customer_id: string, is_small: boolean): Promise<readonly SetFinding[]> {
  const query = setFindings(end_customer_id)
  return is_small
    ? db.any(sql.prepared('find_set_findings', row<SetFinding>())`${query}`)
    : db.any(sql.type(row<SetFinding>())`${query}`)
}

function setFindings(end_customer_id: string) {
  return sql.fragment`
    select "check", subject, expected, found from verification_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from record_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from open_item_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from deduction_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from open_item_span_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from listed_item_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from control_total_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from tax_total_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from tax_due_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from taken_over_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from taxed_movement_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from bank_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from use_place_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from kept_reconciliation_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from repeat_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from notification_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from rule_booking_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from bank_return_findings(${end_customer_id})
    union all
    select "check", subject, expected, found from end_customer_figure_findings(${end_customer_id})
  `
}
