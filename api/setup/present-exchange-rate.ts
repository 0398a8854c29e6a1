import { formatRate } from '../../shared/accounting/amounts/rate.ts'
import type { ExchangeRateRow } from '../../shared/store/setup/exchange-rates.ts'

export function presentExchangeRate({ currency, rate_date, rate_e8, source }: ExchangeRateRow) {
  return { object: 'exchange_rate', currency, rate_date, rate: formatRate(rate_e8), source }
}
