import { formatRate } from '../../shared/accounting/amounts/rate.ts'
import type { AverageRateRow } from '../../shared/store/setup/average-rates.ts'
import type { ExchangeRateRow } from '../../shared/store/setup/exchange-rates.ts'

/** The rate of a day, or the average rate of a month. */
export function presentExchangeRate(rate: ExchangeRateRow | AverageRateRow) {
  const { currency, rate_e8, source } = rate
  const time = 'month' in rate ? { rate_date: null, month: rate.month } : { rate_date: rate.rate_date, month: null }
  return { object: 'exchange_rate', currency, ...time, rate: formatRate(rate_e8), source }
}
