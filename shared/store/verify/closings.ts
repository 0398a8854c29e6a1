import type { EntryType } from '../../contract/journal/journal-entries.ts'
import { type Db, row, sql } from '../db/database.ts'

export type KeptClosing = {
  readonly closing_id: string
  readonly fiscal_year_id: string
  readonly entry_number: bigint
  readonly entry_hash: string
  readonly content: string
  readonly content_sha256: string
  /** Of the entry with that number; null without one. */
  readonly hash_in_journal: string | null
  /** Whether the year is closed and answers with this one. */
  readonly is_current: boolean
  /** Entries of the year behind the last one that was kept. */
  readonly entries_behind: number
}

/** Every closing of an end customer, oldest first, a year at a time in memory. */
export async function* readClosings(db: Db, end_customer_id: string): AsyncGenerator<KeptClosing> {
  const ids = await db.anyFirst(sql.type(row<{ closing_id: string }>())`
    select closing_id from fiscal_year_closings where end_customer_id = ${end_customer_id}
    order by created_at, closing_id
  `)
  for (const closing_id of ids) {
    yield await db.one(sql.type(row<KeptClosing>())`
      select closing.closing_id, closing.fiscal_year_id, closing.entry_number, closing.entry_hash, content,
        content_sha256, case when closing.entry_number = 0 then repeat('0', 64) else entry.entry_hash end
          as hash_in_journal,
        coalesce(year.state = 'closed' and year.closing_id = closing.closing_id, false) as is_current, (
          select count(*)::integer from journal_entries later
          where later.end_customer_id = closing.end_customer_id and later.entry_number > closing.entry_number
            and later.posting_date between year.start_date and year.end_date
        ) as entries_behind
      from fiscal_year_closings closing
      left join journal_entries entry using (end_customer_id, entry_number)
      left join fiscal_years year
        on year.end_customer_id = closing.end_customer_id and year.fiscal_year_id = closing.fiscal_year_id
      where closing.end_customer_id = ${end_customer_id} and closing.closing_id = ${closing_id}
    `)
  }
}

export type JournalSum = {
  readonly account_code: string
  readonly bucket: number
  readonly entry_type: EntryType
  readonly debit_minor: bigint
  readonly credit_minor: bigint
}

/** Sums over the lines themselves, up to an entry and a day. @param starts first days of the buckets, ascending */
export function sumJournal(
  db: Db,
  end_customer_id: string,
  starts: readonly string[],
  end_date: string,
  through_entry: bigint,
): Promise<readonly JournalSum[]> {
  return db.any(sql.type(row<JournalSum>())`
    select account_code, width_bucket(entry.posting_date, ${sql.array(starts, 'date')}) - 1 as bucket, entry_type,
      sum(debit_minor)::bigint as debit_minor, sum(credit_minor)::bigint as credit_minor
    from journal_entries entry join journal_lines line using (end_customer_id, entry_number)
    where entry.end_customer_id = ${end_customer_id} and entry_number <= ${through_entry}
      and entry.posting_date <= ${end_date}
    group by 1, 2, 3
  `)
}

/** Closed years of which nothing has been kept. */
export function listYearsWithoutClosing(db: Db, end_customer_id: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ fiscal_year_id: string }>())`
    select fiscal_year_id from fiscal_years
    left join fiscal_year_closings closing using (end_customer_id, fiscal_year_id, closing_id)
    where end_customer_id = ${end_customer_id} and state = 'closed' and closing.content is null
  `)
}
