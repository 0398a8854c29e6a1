import { isDate } from '../../shared/accounting/amounts/dates.ts'
import { formatRate } from '../../shared/accounting/amounts/rate.ts'
import type { FiscalYear } from '../../shared/accounting/setup/fiscal-years.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { CustomerQuery, ExchangeRateQuery } from '../../shared/contract/setup/settings.ts'
import { findEndCustomer } from '../../shared/store/setup/end-customers.ts'
import { type ExchangeRateRow, listExchangeRates } from '../../shared/store/setup/exchange-rates.ts'
import { listPeriodLocks, type PeriodLockRow } from '../../shared/store/setup/period-locks.ts'
import { findLedger } from '../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { presentPage, unknownCursor } from '../http/page.ts'

/** The settings of one end customer. */
export async function readEndCustomer({ pool }: ApiDeps, { params }: ReadRequest<unknown>) {
  const found = await findEndCustomer(pool, params.end_customer_id ?? '')
  if (!found)
    throw new ApiError('not_found', 'There is no such end customer; it comes into being with its first write.')
  return { object: 'end_customer', ...found }
}

/** Fiscal years, oldest first. */
export async function readFiscalYears({ pool }: ApiDeps, { query }: ReadRequest<CustomerQuery>) {
  const { end_customer_id } = query
  const years = (await findLedger(pool, end_customer_id))?.fiscal_years ?? []
  const data = years.map((year) => presentFiscalYear(end_customer_id, year))
  return { object: 'fiscal_year_list', data, has_more: false }
}

/** The period lock in force and how it came to be. */
export async function readPeriodLocks({ pool }: ApiDeps, { query }: ReadRequest<CustomerQuery>) {
  const { end_customer_id } = query
  return presentPeriodLocks(end_customer_id, await listPeriodLocks(pool, end_customer_id))
}

/** Exchange rates by currency and day. */
export async function readExchangeRates({ pool }: ApiDeps, { query }: ReadRequest<ExchangeRateQuery>) {
  const { end_customer_id, currency = null, limit = 100, starting_after } = query
  const after = starting_after ? ([starting_after.slice(0, 3), starting_after.slice(4)] as const) : null
  if (after && !isDate(after[1])) throw unknownCursor()
  const rows = await listExchangeRates(pool, end_customer_id, { currency, after, limit })
  return presentPage('exchange_rate_list', rows, limit, presentExchangeRate)
}

export function presentFiscalYear(
  end_customer_id: string,
  { fiscal_year_id, start_date, end_date, state }: FiscalYear,
) {
  return { object: 'fiscal_year', fiscal_year_id, end_customer_id, start_date, end_date, state }
}

export function presentPeriodLocks(end_customer_id: string, changes: readonly PeriodLockRow[]) {
  return {
    object: 'period_locks',
    end_customer_id,
    locked_through: changes[0]?.locked_through ?? null,
    hard: changes[0]?.hard ?? false,
    changes: changes.map((change) => ({ object: 'period_lock', ...change })),
  }
}

export function presentExchangeRate({ currency, rate_date, rate_e8, source }: ExchangeRateRow) {
  return { object: 'exchange_rate', currency, rate_date, rate: formatRate(rate_e8), source }
}
