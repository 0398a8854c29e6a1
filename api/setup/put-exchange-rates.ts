import { parseRate } from '../../shared/accounting/amounts/rate.ts'
import type { DetailCode } from '../../shared/contract/platform/detail-codes.ts'
import { type ErrorDetail, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { ExchangeRatesRequest } from '../../shared/contract/setup/settings.ts'
import { enqueueReevaluation } from '../../shared/queue/enqueue.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { saveAverageRates } from '../../shared/store/setup/average-rates.ts'
import { ensureEndCustomer } from '../../shared/store/setup/end-customers.ts'
import { saveExchangeRates } from '../../shared/store/setup/exchange-rates.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { onceReevaluated } from '../http/once-reevaluated.ts'
import { presentExchangeRate } from './present-exchange-rate.ts'

/** Sets rates of days and average rates of months. A new one may also balance a voucher. */
export async function putExchangeRates(tx: Tx, deps: ApiDeps, request: MutatingRequest<ExchangeRatesRequest>) {
  const { body, end_customer_id } = request
  await ensureEndCustomer(tx, end_customer_id)
  await lockLedgers(tx, [end_customer_id])
  const base_currency = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)?.base_currency ?? 'CHF'
  const details = checkRates(body, base_currency)
  if (details.length > 0) throw validationFailed(details)
  const rates = body.rates.map(rateOf)
  await saveExchangeRates(
    tx,
    end_customer_id,
    rates.flatMap((rate) => ('month' in rate ? [] : [asText(rate)])),
  )
  await saveAverageRates(
    tx,
    end_customer_id,
    rates.flatMap((rate) => ('month' in rate ? [asText(rate)] : [])),
  )
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'exchange rates')
  const list = { object: 'exchange_rate_list', data: rates.map(presentExchangeRate), has_more: false }
  return { body: list, current: onceReevaluated(deps, end_customer_id, list) }
}

function rateOf({ currency, rate, source = 'manual', ...time }: ExchangeRatesRequest['rates'][number]) {
  const common = { currency, rate_e8: parseRate(rate), source }
  return time.month === undefined ? { ...common, rate_date: time.rate_date } : { ...common, month: time.month }
}

function asText<Rate extends { rate_e8: bigint }>(rate: Rate) {
  return { ...rate, rate_e8: String(rate.rate_e8) }
}

function checkRates({ rates }: ExchangeRatesRequest, base_currency: string): ErrorDetail[] {
  const seen = new Set<string>()
  return rates.flatMap(({ currency, rate_date, month }, index) => {
    const at = (code: DetailCode, message: string) => ({ pointer: `/rates/${index}/currency`, code, message })
    const key = `${currency} ${rate_date ?? month}`
    const isTwice = seen.has(key)
    seen.add(key)
    if (currency === base_currency)
      return [at('base_currency', `${currency} is the base currency; its rate is always 1.`)]
    return isTwice ? [at('duplicate', 'List each currency once for a day, and once for a month.')] : []
  })
}
