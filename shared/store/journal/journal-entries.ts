import type { EntryType, JournalEntryQuery } from '../../contract/journal/journal-entries.ts'
import { type Db, row, sql } from '../db/database.ts'
import { keysetPage, type Visibility, visibleTo } from '../db/filters.ts'
import type { JournalLineJson } from './journal-lines.ts'

export type JournalEntryRow = {
  end_customer_id: string
  entry_number: bigint
  journal_entry_id: string
  fiscal_year_id: string
  posting_date: string
  document_date: string
  description: string
  source_type: string
  source_id: string
  source_snapshot: Record<string, unknown>
  entry_type: EntryType
  reversal_of: string | null
  reversed_by: string | null
  prior_fiscal_year_id: string | null
  rule_version: number
  actor_id: string
  request_id: string
  currency: string
  total_minor: bigint
  posted_at: string
  previous_hash: string
  entry_hash: string
  lines: JournalLineRow[]
}

export type JournalLineRow = JournalLineJson & {
  line_number: number
  account_id: string
  account_name: string
}

const columns = sql.fragment`
  entry.end_customer_id, entry.entry_number, entry.journal_entry_id, entry.fiscal_year_id, entry.posting_date,
  entry.document_date, entry.description, entry.source_type, entry.source_id, entry.source_snapshot, entry.reversal_of,
  reversal.journal_entry_id as reversed_by,
  entry.source_snapshot #>> '{reversal,prior_fiscal_year_id}' as prior_fiscal_year_id, entry.rule_version, entry.actor_id, entry.request_id, entry.currency,
  entry.entry_type, entry.total_minor, entry.posted_at, entry.previous_hash, entry.entry_hash,
  journal_lines_of(entry.end_customer_id, entry.entry_number) as lines
`
const entriesWithReversals = sql.fragment`
  journal_entries entry
  left join journal_entries reversal
    on reversal.end_customer_id = entry.end_customer_id and reversal.reversal_of = entry.journal_entry_id
`

export function findJournalEntry(
  db: Db,
  journal_entry_id: string,
  visible: Visibility,
): Promise<JournalEntryRow | null> {
  return db.maybeOne(sql.type(row<JournalEntryRow>())`
    select ${columns} from ${entriesWithReversals}
    where entry.journal_entry_id = ${journal_entry_id} and ${visibleTo(visible, sql.fragment`entry.end_customer_id`)}
  `)
}

/** The number of an entry of this end customer, for a cursor; null for an unknown entry. */
export function findJournalEntryNumber(
  db: Db,
  end_customer_id: string,
  journal_entry_id: string,
): Promise<bigint | null> {
  return db.maybeOneFirst(sql.type(row<{ entry_number: bigint }>())`
    select entry_number from journal_entries
    where end_customer_id = ${end_customer_id} and journal_entry_id = ${journal_entry_id}
  `)
}

/** Entries by their numbers, in the order of the journal. */
export function listJournalEntries(
  db: Db,
  end_customer_id: string,
  entry_numbers: readonly bigint[],
): Promise<readonly JournalEntryRow[]> {
  return db.any(sql.type(row<JournalEntryRow>())`
    select ${columns} from ${entriesWithReversals}
    where entry.end_customer_id = ${end_customer_id} and entry.entry_number = any(${sql.array(entry_numbers, 'int8')})
    order by entry.entry_number
  `)
}

/** An entry belongs to the year of its date; the year that it names is the one that it was posted in. */
function isYear({
  end_customer_id,
  fiscal_year_id = '',
}: {
  end_customer_id: string
  fiscal_year_id?: string | undefined
}) {
  return sql.fragment`end_customer_id = ${end_customer_id} and fiscal_year_id = ${fiscal_year_id}`
}

type EntrySize = { entry_number: bigint; line_count: number }

/** The entries of a page in the order of the journal, and how long each is. */
export function listEntrySizes(
  db: Db,
  query: Omit<JournalEntryQuery, 'limit'> & { limit: number; source_uuid: string | null },
  after: bigint | null,
): Promise<readonly EntrySize[]> {
  return db.any(sql.type(row<EntrySize>())`
    select entry.entry_number, entry.line_count from journal_entries entry
    ${keysetPage({
      conditions: [
        sql.fragment`entry.end_customer_id = ${query.end_customer_id}`,
        query.fiscal_year_id &&
          sql.fragment`entry.posting_date between
            (select start_date from fiscal_years where ${isYear(query)})
            and (select end_date from fiscal_years where ${isYear(query)})`,
        query.from_date && sql.fragment`entry.posting_date >= ${query.from_date}`,
        query.to_date && sql.fragment`entry.posting_date <= ${query.to_date}`,
        query.source_uuid && sql.fragment`entry.source_id = ${query.source_uuid}`,
        query.entry_type && sql.fragment`entry.entry_type = ${query.entry_type}`,
        query.without && sql.fragment`entry.entry_type <> ${query.without}`,
        query.account_code &&
          sql.fragment`exists (
            select from journal_lines line
            where line.end_customer_id = entry.end_customer_id and line.entry_number = entry.entry_number
              and line.account_code = ${query.account_code}
          )`,
      ],
      key: 'entry.entry_number',
      after,
      limit: query.limit + 1,
    })}
  `)
}
