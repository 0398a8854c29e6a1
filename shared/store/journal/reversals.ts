import type { EntryType } from '../../contract/journal/journal-entries.ts'
import type { Json } from '../../contract/schema.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import type { JournalLineJson } from './journal-lines.ts'

/** A posted entry with its lines, for its reversal. */
export type PostedJournalEntry = {
  end_customer_id: string
  journal_entry_id: string
  posting_date: string
  document_date: string
  description: string
  source_type: string
  source_id: string
  source_snapshot: Json
  entry_type: EntryType
  currency: string
  lines: JournalLineJson[]
}

const SOURCE_KEY = { end_customer_id: 'uuid', source_id: 'uuid' } as const

/** The entries of these sources that have not been reversed. */
export function findUnreversedJournalEntries(
  tx: Tx,
  sources: readonly { end_customer_id: string; source_id: string }[],
): Promise<readonly PostedJournalEntry[]> {
  return tx.any(sql.type(row<PostedJournalEntry>())`
    select end_customer_id, journal_entry_id, posting_date, document_date, description, source_type, source_id,
      source_snapshot, entry_type, currency, journal_lines_of(end_customer_id, entry_number) as lines
    from journal_entries entry
    join ${recordset('wanted', SOURCE_KEY, sources)} using (end_customer_id, source_id)
    where reversal_of is null and not exists (
      select from journal_entries reversal
      where reversal.end_customer_id = entry.end_customer_id and reversal.reversal_of = entry.journal_entry_id
    )
  `)
}

/** The day on which a source was booked; null where nothing is booked of it. */
export function findPostingDate(tx: Tx, end_customer_id: string, source_id: string): Promise<string | null> {
  return tx.maybeOneFirst(sql.type(row<{ posting_date: string }>())`
    select posting_date from journal_entries
    where end_customer_id = ${end_customer_id} and source_id = ${source_id} and reversal_of is null
  `)
}

/** Whether a source is booked with tax. */
export function hasTax(tx: Tx, end_customer_id: string, source_id: string): Promise<boolean> {
  return tx.oneFirst(sql.type(row<{ has_tax: boolean }>())`
    select exists (
      select from journal_entries join journal_lines using (end_customer_id, entry_number)
      where end_customer_id = ${end_customer_id} and source_id = ${source_id} and (tax is not null or tax_due is not null)
    ) as has_tax
  `)
}
