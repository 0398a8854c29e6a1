import type { FiscalYear } from '../../accounting/setup/fiscal-years.ts'
import type { EndCustomerRequest, Locale, VatMethod } from '../../contract/setup/settings.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { factsWithStates } from '../facts/source-facts.ts'

export type EndCustomerRow = {
  end_customer_id: string
  name: string | null
  uid: string | null
  base_currency: string
  vat_method: VatMethod
  locale: Locale
  created_at: string
}

const columns = sql.fragment`end_customer_id, name, uid, base_currency, vat_method, locale, created_at`

export function findEndCustomer(db: Db, end_customer_id: string): Promise<EndCustomerRow | null> {
  return db.maybeOne(sql.type(row<EndCustomerRow>())`
    select ${columns} from end_customers where end_customer_id = ${end_customer_id}
  `)
}

/** What is undefined stays as it is. */
export function updateEndCustomer(
  tx: Tx,
  end_customer_id: string,
  changes: EndCustomerRequest,
): Promise<EndCustomerRow> {
  return tx.one(sql.type(row<EndCustomerRow>())`
    update end_customers
    set name = coalesce(${changes.name ?? null}, name), uid = coalesce(${changes.uid ?? null}, uid),
      base_currency = coalesce(${changes.base_currency ?? null}, base_currency),
      vat_method = coalesce(${changes.vat_method ?? null}, vat_method),
      locale = coalesce(${changes.locale ?? null}, locale)
    where end_customer_id = ${end_customer_id}
    returning ${columns}
  `)
}

export function hasEntries(db: Db, end_customer_id: string): Promise<boolean> {
  return db.exists(sql.type(row())`select from journal_entries where end_customer_id = ${end_customer_id}`)
}

export async function saveFiscalYear(tx: Tx, end_customer_id: string, year: Omit<FiscalYear, 'state'>): Promise<void> {
  await tx.query(sql.type(row())`
    insert into fiscal_years (end_customer_id, fiscal_year_id, start_date, end_date)
    values (${end_customer_id}, ${year.fiscal_year_id}, ${year.start_date}, ${year.end_date})
    on conflict (end_customer_id, fiscal_year_id) do update
    set start_date = excluded.start_date, end_date = excluded.end_date
  `)
}

export type FiscalYearChange = Pick<FiscalYear, 'fiscal_year_id' | 'state'> & {
  end_customer_id: string
  change_id: string
  reason: string
  actor_id: string
}

/** Opens or closes a year and keeps who did it and why. */
export async function changeFiscalYearState(tx: Tx, change: FiscalYearChange): Promise<void> {
  const { end_customer_id, fiscal_year_id, state } = change
  await tx.query(sql.type(row())`
    update fiscal_years set state = ${state}
    where end_customer_id = ${end_customer_id} and fiscal_year_id = ${fiscal_year_id}
  `)
  await tx.query(sql.type(row())`
    insert into fiscal_year_changes (end_customer_id, change_id, fiscal_year_id, state, reason, actor_id)
    values (${end_customer_id}, ${change.change_id}, ${fiscal_year_id}, ${state}, ${change.reason}, ${change.actor_id})
  `)
}

/** Entries of the year that a change of its dates would leave outside of it. */
export function countEntriesOutside(db: Db, end_customer_id: string, year: Omit<FiscalYear, 'state'>): Promise<number> {
  return db.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from journal_entries
    where end_customer_id = ${end_customer_id} and fiscal_year_id = ${year.fiscal_year_id}
      and posting_date not between ${year.start_date} and ${year.end_date}
  `)
}

/** Facts of the year that are not decided, or blocked: closing it would leave them outside the books. */
export function countUnbookedFacts(db: Db, end_customer_id: string, from: string, to: string): Promise<number> {
  return db.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from ${factsWithStates}
    where end_customer_id = ${end_customer_id} and state in ('received', 'blocked')
      and business_date between ${from} and ${to}
  `)
}

/** Allocations and settlements that are accepted for these days and not booked. */
export function countDrafts(db: Db, end_customer_id: string, from: string, to: string): Promise<number> {
  return db.oneFirst(sql.type(row<{ count: number }>())`
    select (
      (select count(*) from allocations
       where end_customer_id = ${end_customer_id} and state = 'draft' and posting_date between ${from} and ${to}) +
      (select count(*) from supplier_settlements
       where end_customer_id = ${end_customer_id} and state = 'draft' and settlement_date between ${from} and ${to})
    )::integer as count
  `)
}

export type PeriodLockRow = {
  locked_through: string
  hard: boolean
  reason: string
  actor_id: string
  created_at: string
}

/** Every change of the lock, newest first; the first one is in force. */
export function listPeriodLocks(db: Db, end_customer_id: string): Promise<readonly PeriodLockRow[]> {
  return db.any(sql.type(row<PeriodLockRow>())`
    select locked_through, hard, reason, actor_id, created_at
    from period_locks where end_customer_id = ${end_customer_id}
    order by period_lock_id desc
    limit 500
  `)
}

export async function insertPeriodLock(
  tx: Tx,
  end_customer_id: string,
  period_lock_id: string,
  lock: Omit<PeriodLockRow, 'created_at'>,
): Promise<void> {
  await tx.query(sql.type(row())`
    insert into period_locks (end_customer_id, period_lock_id, locked_through, hard, reason, actor_id)
    values (${end_customer_id}, ${period_lock_id}, ${lock.locked_through}, ${lock.hard}, ${lock.reason}, ${lock.actor_id})
  `)
}

export type ExchangeRateRow = { currency: string; rate_date: string; rate_e8: bigint; source: string }

/** A rate of the same currency and day is replaced; entries keep the rate that they were booked with. */
export async function saveExchangeRates(
  tx: Tx,
  end_customer_id: string,
  rates: readonly (Omit<ExchangeRateRow, 'rate_e8'> & { rate_e8: string })[],
): Promise<void> {
  await tx.query(sql.type(row())`
    insert into exchange_rates (end_customer_id, currency, rate_date, rate_e8, source)
    select ${end_customer_id}, currency, rate_date, rate_e8, source
    from json_to_recordset(${JSON.stringify(rates)}::json)
      as rate (currency text, rate_date date, rate_e8 bigint, source text)
    on conflict (end_customer_id, currency, rate_date) do update
    set rate_e8 = excluded.rate_e8, source = excluded.source
  `)
}

/** By currency and day; one row more than the limit tells whether there are more. */
export function listExchangeRates(
  db: Db,
  end_customer_id: string,
  filter: { currency: string | null; after: readonly [string, string] | null; limit: number },
): Promise<readonly ExchangeRateRow[]> {
  const [after_currency, after_date] = filter.after ?? ['', '0001-01-01']
  return db.any(sql.type(row<ExchangeRateRow>())`
    select currency, rate_date, rate_e8, source from exchange_rates
    where end_customer_id = ${end_customer_id}
      and (${filter.currency}::text is null or currency = ${filter.currency})
      and (currency, rate_date) > (${after_currency}, ${after_date}::date)
    order by currency, rate_date
    limit ${filter.limit + 1}
  `)
}
