import type { FiscalYear, NewFiscalYear } from '../../accounting/setup/fiscal-years.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'

const NEW_YEAR = { end_customer_id: 'uuid', fiscal_year_id: 'text', start_date: 'date', end_date: 'date' } as const

/** Years are new ones, or have new dates. Together they have to leave no gap. */
export async function saveFiscalYears(
  tx: Tx,
  end_customer_id: string,
  years: readonly Omit<FiscalYear, 'state'>[],
): Promise<void> {
  const rows = years.map((year) => ({ ...year, end_customer_id }))
  await tx.query(sql.type(row())`
    insert into fiscal_years (end_customer_id, fiscal_year_id, start_date, end_date)
    select end_customer_id, fiscal_year_id, start_date, end_date
    from ${recordset('year', NEW_YEAR, rows)}
    on conflict (end_customer_id, fiscal_year_id) do update
    set start_date = excluded.start_date, end_date = excluded.end_date
  `)
}

export async function insertFiscalYears(tx: Tx, years: readonly NewFiscalYear[]): Promise<void> {
  if (years.length === 0) return
  await tx.query(sql.type(row())`
    insert into fiscal_years (end_customer_id, fiscal_year_id, start_date, end_date)
    select end_customer_id, fiscal_year_id, start_date, end_date
    from ${recordset('year', NEW_YEAR, years)}
  `)
}

export type FiscalYearChange = Pick<FiscalYear, 'fiscal_year_id' | 'state'> & {
  end_customer_id: string
  change_id: string
  reason: string
  actor_id: string
}

/**
 * Opens or closes a year, and records the actor and the reason.
 *
 * @param closing_id of the closing that a closed year answers with; an open one keeps its last one
 * @returns its last closing
 */
export async function changeFiscalYearState(
  tx: Tx,
  change: FiscalYearChange & { closing_id: string | null },
): Promise<string | null> {
  const { end_customer_id, fiscal_year_id, state, closing_id } = change
  const last_closing_id = await tx.oneFirst(sql.type(row<{ closing_id: string | null }>())`
    update fiscal_years set state = ${state}, closing_id = coalesce(${closing_id}, closing_id)
    where end_customer_id = ${end_customer_id} and fiscal_year_id = ${fiscal_year_id}
    returning closing_id
  `)
  await tx.query(sql.type(row())`
    insert into fiscal_year_changes (end_customer_id, change_id, fiscal_year_id, state, reason, actor_id)
    values (${end_customer_id}, ${change.change_id}, ${fiscal_year_id}, ${state}, ${change.reason}, ${change.actor_id})
  `)
  return last_closing_id
}

export type EntryOutside = { readonly entry_number: bigint; readonly posting_date: string }

/** Journal entries that would lie in no year, if the years went from one day to another: how many, and the first of them. */
export async function findEntriesOutside(
  db: Db,
  end_customer_id: string,
  { start_date, end_date }: { readonly start_date: string; readonly end_date: string },
  limit: number,
): Promise<{ readonly count: number; readonly first: readonly EntryOutside[] }> {
  const isOutside = sql.fragment`
    end_customer_id = ${end_customer_id} and (posting_date < ${start_date} or posting_date > ${end_date})
  `
  const count = await db.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from journal_entries where ${isOutside}
  `)
  const first = await db.any(sql.type(row<EntryOutside>())`
    select entry_number, posting_date from journal_entries where ${isOutside}
    order by posting_date, entry_number
    limit ${limit}
  `)
  return { count, first }
}

/** The day of the last journal entry behind a day; null where there is none. */
export function findLastEntryDateBehind(db: Db, end_customer_id: string, day: string): Promise<string | null> {
  return db.oneFirst(sql.type(row<{ posting_date: string | null }>())`
    select max(posting_date) as posting_date from journal_entries
    where end_customer_id = ${end_customer_id} and posting_date > ${day}
  `)
}
