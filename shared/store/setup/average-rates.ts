import type { RateOfDay, RateWanted } from '../../accounting/setup/of-day.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'
import { recordset } from '../db/recordset.ts'

/** The average rate of a month, such as `2026-03`. */
export type AverageRateRow = { currency: string; month: string; rate_e8: bigint; source: string }

const NEW_RATE = { currency: 'text', month: 'date', rate_e8: 'int8', source: 'text' } as const

/** A rate of the same currency and month is replaced; entries keep the rate that they were booked with. */
export async function saveAverageRates(
  tx: Tx,
  end_customer_id: string,
  rates: readonly (Omit<AverageRateRow, 'rate_e8'> & { rate_e8: string })[],
): Promise<void> {
  if (rates.length === 0) return
  await tx.query(sql.type(row())`
    insert into average_exchange_rates (end_customer_id, currency, month, rate_e8, source)
    select ${end_customer_id}, currency, month, rate_e8, source
    from ${recordset('rate', NEW_RATE, rates.map(withFirstDay))}
    on conflict (end_customer_id, currency, month) do update
    set rate_e8 = excluded.rate_e8, source = excluded.source
  `)
}

/** By currency and month. */
export function listAverageRates(
  db: Db,
  end_customer_id: string,
  filter: { currency: string | null; after: readonly [string, string] | null; limit: number },
): Promise<Page<AverageRateRow>> {
  return listPage<AverageRateRow>(
    db,
    sql.fragment`
    select currency, to_char(month, 'YYYY-MM') as month, rate_e8, source from average_exchange_rates rate
    ${keysetPage({
      conditions: [
        sql.fragment`end_customer_id = ${end_customer_id}`,
        filter.currency && sql.fragment`currency = ${filter.currency}`,
      ],
      key: ['rate.currency', 'rate.month'],
      after: filter.after && [filter.after[0], firstDayOf(filter.after[1])],
      limit: filter.limit + 1,
    })}
  `,
    filter.limit,
  )
}

const RATE_WANTED = { end_customer_id: 'uuid', currency: 'text', month: 'date' } as const

/** The average rate of each month; one that is not known is missing from the answer. */
export async function findAverageRates(db: Db, wanted: readonly RateWanted[]): Promise<readonly RateOfDay[]> {
  if (wanted.length === 0) return []
  const months = wanted.map(({ on_date, ...rate }) => ({ ...rate, month: firstDayOf(on_date) }))
  return db.any(sql.type(row<RateOfDay>())`
    select wanted.end_customer_id, wanted.currency, to_char(wanted.month, 'YYYY-MM') as on_date, found.rate_e8
    from ${recordset('wanted', RATE_WANTED, months)}
    -- sql.md: lateral limit 1
    cross join lateral (
      select rate_e8 from average_exchange_rates rate
      where rate.end_customer_id = wanted.end_customer_id and rate.currency = wanted.currency
        and rate.month = wanted.month
      limit 1
    ) found
  `)
}

function withFirstDay<Rate extends { month: string }>(rate: Rate): Rate {
  return { ...rate, month: firstDayOf(rate.month) }
}

/** Of a month, as the table has it. */
export function firstDayOf(month: string): string {
  return `${month}-01`
}
