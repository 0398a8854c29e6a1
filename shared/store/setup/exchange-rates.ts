import { isMonth, type RateOfDay, type RateWanted } from '../../accounting/setup/of-day.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { recordset } from '../db/recordset.ts'
import { findAverageRates } from './average-rates.ts'

export type ExchangeRateRow = { currency: string; rate_date: string; rate_e8: bigint; source: string }

const NEW_RATE = { currency: 'text', rate_date: 'date', rate_e8: 'int8', source: 'text' } as const

/** A rate of the same currency and day is replaced; entries keep the rate that they were booked with. */
export async function saveExchangeRates(
  tx: Tx,
  end_customer_id: string,
  rates: readonly (Omit<ExchangeRateRow, 'rate_e8'> & { rate_e8: string })[],
): Promise<void> {
  if (rates.length === 0) return
  await tx.query(sql.type(row())`
    insert into exchange_rates (end_customer_id, currency, rate_date, rate_e8, source)
    select ${end_customer_id}, currency, rate_date, rate_e8, source
    from ${recordset('rate', NEW_RATE, rates)}
    on conflict (end_customer_id, currency, rate_date) do update
    set rate_e8 = excluded.rate_e8, source = excluded.source
  `)
}

/** By currency and day. */
export function listExchangeRates(
  db: Db,
  end_customer_id: string,
  filter: { currency: string | null; after: readonly [string, string] | null; limit: number },
): Promise<Page<ExchangeRateRow>> {
  return listPage<ExchangeRateRow>(
    db,
    sql.fragment`
    select currency, rate_date, rate_e8, source from exchange_rates
    ${keysetPage({
      conditions: [
        sql.fragment`end_customer_id = ${end_customer_id}`,
        filter.currency && sql.fragment`currency = ${filter.currency}`,
      ],
      key: ['currency', 'rate_date'],
      after: filter.after,
      limit: filter.limit + 1,
    })}
  `,
    filter.limit,
  )
}

const RATE_WANTED = { end_customer_id: 'uuid', currency: 'text', on_date: 'date' } as const

/** The newest rate on or before each day, and the average of each month; what has no rate is missing from the answer. */
export async function findExchangeRates(db: Db, wanted: readonly RateWanted[]): Promise<readonly RateOfDay[]> {
  if (wanted.length === 0) return []
  const averages = await findAverageRates(db, wanted.filter(isMonth))
  const ofDays = wanted.filter((one) => !isMonth(one))
  if (ofDays.length === 0) return averages
  const found = await db.any(sql.type(row<RateOfDay>())`
    select wanted.end_customer_id, wanted.currency, wanted.on_date, newest.rate_e8
    from ${recordset('wanted', RATE_WANTED, ofDays)}
    cross join lateral (
      select rate_e8 from exchange_rates rate
      where rate.end_customer_id = wanted.end_customer_id and rate.currency = wanted.currency
        and rate.rate_date <= wanted.on_date
      order by rate.rate_date desc
      limit 1
    ) newest
  `)
  return [...averages, ...found]
}
