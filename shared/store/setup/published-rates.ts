import type { RateKind } from '../../contract/vat/registrations.ts'
import { isWrittenHere } from '../databases/fences.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'

/** `valid_from` is the day of a daily rate, or the first day of the month of an average one. */
export type PublishedRateRow = { currency: string; valid_from: string; rate_e8: string; source: string }

const NEW_RATE = { currency: 'text', valid_from: 'date', rate_e8: 'int8', source: 'text' } as const
/** Where the rates of a kind are, and its column of their time. */
const TABLES = {
  daily: [sql.fragment`exchange_rates`, sql.fragment`rate_date`],
  monthly_average: [sql.fragment`average_exchange_rates`, sql.fragment`month`],
} as const
/** How the source of every published rate begins. */
export const PUBLISHED_BY = 'BAZG '

/** The end customers whose books are in francs, by id. */
export function findCustomersInFrancs(
  db: Db,
  { only, after, limit }: { only: string | null; after: string | null; limit: number },
): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ end_customer_id: string }>())`
    select end_customer_id from end_customers
    where base_currency = 'CHF' and ${isWrittenHere()} and (${only}::uuid is null or end_customer_id = ${only})
      and (${after}::uuid is null or end_customer_id > ${after})
    order by end_customer_id
    limit ${limit}
  `)
}

/**
 * Gives end customers, whose ledgers are locked, the published rates. A rate that somebody else has set stays, and so does
 * one that is the same already.
 *
 * @returns how many rates of each end customer are new or other than before
 */
export function savePublishedRates(
  tx: Tx,
  kind: RateKind,
  end_customer_ids: readonly string[],
  rates: readonly PublishedRateRow[],
): Promise<readonly { end_customer_id: string; count: number }[]> {
  const [table, time] = TABLES[kind]
  return tx.any(sql.type(row<{ end_customer_id: string; count: number }>())`
    with saved as (
      insert into ${table} as known (end_customer_id, currency, ${time}, rate_e8, source)
      select end_customer_id, currency, valid_from, rate_e8, source
      from unnest(${sql.array(end_customer_ids, 'uuid')}) customer (end_customer_id)
      cross join ${recordset('rate', NEW_RATE, rates)}
      on conflict (end_customer_id, currency, ${time}) do update
      set rate_e8 = excluded.rate_e8, source = excluded.source
      where starts_with(known.source, ${PUBLISHED_BY})
        and (known.rate_e8, known.source) is distinct from (excluded.rate_e8, excluded.source)
      returning end_customer_id
    )
    select end_customer_id, count(*)::integer as count from saved group by end_customer_id
  `)
}
