import { isDate } from '../../shared/accounting/amounts/dates.ts'
import type { ExchangeRateQuery } from '../../shared/contract/setup/settings.ts'
import { firstDayOf, listAverageRates } from '../../shared/store/setup/average-rates.ts'
import { listExchangeRates } from '../../shared/store/setup/exchange-rates.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { presentPage, unknownCursor } from '../http/page.ts'
import { presentExchangeRate } from './present-exchange-rate.ts'

/** Exchange rates by currency and day, or average rates by currency and month. */
export async function readExchangeRates({ pool }: ApiDeps, { query }: ReadRequest<ExchangeRateQuery>) {
  const { end_customer_id, currency = null, kind = 'daily', limit = 100, starting_after } = query
  const after = starting_after ? ([starting_after.slice(0, 3), starting_after.slice(4)] as const) : null
  const isAverage = kind === 'monthly_average'
  if (after && !isDate(isAverage ? firstDayOf(after[1]) : after[1])) throw unknownCursor()
  const list = isAverage ? listAverageRates : listExchangeRates
  const page = await list(pool, end_customer_id, { currency, after, limit })
  return presentPage('exchange_rate_list', page, presentExchangeRate)
}
