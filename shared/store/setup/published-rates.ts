import { type Db, row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'

export type PublishedRateRow = { currency: string; rate_date: string; rate_e8: string; source: string }

const NEW_RATE = { currency: 'text', rate_date: 'date', rate_e8: 'int8', source: 'text' } as const
/** How the source of every published rate begins. */
export const PUBLISHED_BY = 'BAZG '

/** The end customers whose books are in francs, by id. */
export function findCustomersInFrancs(
  db: Db,
  { only, after, limit }: { only: string | null; after: string | null; limit: number },
): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ end_customer_id: string }>())`
    select end_customer_id from end_customers
    where base_currency = 'CHF' and (${only}::uuid is null or end_customer_id = ${only})
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
  end_customer_ids: readonly string[],
  rates: readonly PublishedRateRow[],
): Promise<readonly { end_customer_id: string; count: number }[]> {
  return tx.any(sql.type(row<{ end_customer_id: string; count: number }>())`
    with saved as (
      insert into exchange_rates (end_customer_id, currency, rate_date, rate_e8, source)
      select end_customer_id, currency, rate_date, rate_e8, source
      from unnest(${sql.array(end_customer_ids, 'uuid')}) customer (end_customer_id)
      cross join ${recordset('rate', NEW_RATE, rates)}
      on conflict (end_customer_id, currency, rate_date) do update
      set rate_e8 = excluded.rate_e8, source = excluded.source
      where starts_with(exchange_rates.source, ${PUBLISHED_BY})
        and (exchange_rates.rate_e8, exchange_rates.source) is distinct from (excluded.rate_e8, excluded.source)
      returning end_customer_id
    )
    select end_customer_id, count(*)::integer as count from saved group by end_customer_id
  `)
}
