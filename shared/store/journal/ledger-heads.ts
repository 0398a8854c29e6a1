import { NIL } from 'uuid'
import type { FiscalYear } from '../../accounting/setup/fiscal-years.ts'
import type { PostingSettings } from '../../accounting/setup/posting-settings.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'

export type LedgerHead = {
  end_customer_id: string
  last_entry_number: bigint
  last_entry_hash: string
  books_version: bigint
}

const MAX_EXTRA_CUSTOMERS = 8

/** Takes the ledgers for posting, in the order of their keys, until the transaction ends. */
export function lockLedgers(tx: Tx, end_customer_ids: readonly string[]): Promise<readonly LedgerHead[]> {
  return tx.any(sql.type(row<LedgerHead>())`
    ${headsOf(end_customer_ids)}
    order by end_customer_id
    for update
  `)
}

function headsOf(end_customer_ids: readonly string[]) {
  return sql.fragment`
    select end_customer_id, last_entry_number, last_entry_hash, books_version
    from ledger_heads
    where end_customer_id = any(${sql.array(end_customer_ids, 'uuid')})
  `
}

/**
 * Ledgers are posted to in lanes, each with a transaction of its own; by the last byte of the UUID, which is random in
 * every version of it.
 */
export const PARTITIONS = [0, 1]

export function partitionOf(end_customer_id: string): number {
  return Number.parseInt(end_customer_id.slice(-2), 16) % PARTITIONS.length
}

/**
 * A few other end customers of some lanes whose facts wait: the next ones behind a random place in the order of their
 * ids, and the first ones. A skip scan over the index of waiting facts finds them (sql.md: skip scan).
 */
export async function findFairShareCustomers(
  tx: Tx,
  host_ids: readonly string[],
  lanes: readonly number[],
  from: string,
): Promise<readonly string[]> {
  if (lanes.length === 0) return []
  const guests = await tx.anyFirst(sql.prepared('find_guests', row<{ end_customer_id: string }>())`
    select * from waiting_customers(${from}::uuid, ${MAX_EXTRA_CUSTOMERS}) as guest (end_customer_id)
    union
    select * from waiting_customers(${NIL}::uuid, ${MAX_EXTRA_CUSTOMERS})
  `)
  return guests.filter((id) => !host_ids.includes(id) && lanes.includes(partitionOf(id)))
}

/** Takes ledgers as lockLedgers does, but none that somebody else has: it never waits, so it is safe with others held. */
export async function lockExtraLedgers(tx: Tx, guest_ids: readonly string[]): Promise<readonly LedgerHead[]> {
  if (guest_ids.length === 0) return []
  return tx.any(sql.prepared('lock_guest_ledgers', row<LedgerHead>())`
    ${headsOf(guest_ids)}
    for update skip locked
  `)
}

type PostingSettingsRow = { end_customer_id: string; books: PostingSettings }

/** Reads what posting depends on, for many end customers with one query. Dates and codes only, so JSON is exact. */
export async function readPostingSettings(
  db: Db,
  end_customer_ids: readonly string[],
): Promise<ReadonlyMap<string, PostingSettings>> {
  const rows = await db.any(sql.type(row<PostingSettingsRow>())`
    select end_customer_id, books from books where end_customer_id = any(${sql.array(end_customer_ids, 'uuid')})
  `)
  return new Map(rows.map(({ end_customer_id, books }) => [end_customer_id, books]))
}

export type NewFiscalYear = FiscalYear & { end_customer_id: string }

export async function insertFiscalYears(tx: Tx, years: readonly NewFiscalYear[]): Promise<void> {
  if (years.length === 0) return
  await tx.query(sql.type(row())`
    insert into fiscal_years (end_customer_id, fiscal_year_id, start_date, end_date)
    select end_customer_id, fiscal_year_id, start_date, end_date
    from json_to_recordset(${JSON.stringify(years)}::json)
      as year (end_customer_id uuid, fiscal_year_id text, start_date date, end_date date)
  `)
}

export type RateWanted = { end_customer_id: string; currency: string; on_date: string }
export type RateRow = RateWanted & { rate_e8: bigint }

/** The newest rate on or before each date; pairs without a rate are missing from the answer. */
export async function findExchangeRates(db: Db, wanted: readonly RateWanted[]): Promise<readonly RateRow[]> {
  if (wanted.length === 0) return []
  return db.any(sql.type(row<RateRow>())`
    select wanted.end_customer_id, wanted.currency, wanted.on_date, newest.rate_e8
    from ${sql.unnest(
      wanted.map(({ end_customer_id, currency, on_date }) => [end_customer_id, currency, on_date]),
      ['uuid', 'text', 'date'],
    )} as wanted (end_customer_id, currency, on_date)
    cross join lateral (
      select rate_e8 from exchange_rates rate
      where rate.end_customer_id = wanted.end_customer_id and rate.currency = wanted.currency
        and rate.rate_date <= wanted.on_date
      order by rate.rate_date desc
      limit 1
    ) newest
  `)
}
