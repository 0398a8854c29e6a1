import { type FiscalYear, MOST_FISCAL_YEARS } from '../../../shared/accounting/setup/fiscal-years.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import { ApiError, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { FiscalYearRequest } from '../../../shared/contract/setup/settings.ts'
import { enqueueReevaluation } from '../../../shared/queue/enqueue.ts'
import { requestRefresh } from '../../../shared/queue/request-refresh.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { ensureEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import { saveFiscalYears } from '../../../shared/store/setup/fiscal-years.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import { dropStatementTables, foldPart } from '../../../shared/store/statements/account-period-totals.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { onceReevaluated } from '../../http/once-reevaluated.ts'
import { checkFiscalYear } from './fiscal-year-rules.ts'
import { presentFiscalYear } from './present-fiscal-year.ts'
import { type YearDates, yearsBehind } from './years-behind.ts'

/** Sets a fiscal year, or the dates of one that is open: long, short and shifted ones, without gap or overlap. */
export async function putFiscalYear(tx: Tx, deps: ApiDeps, request: MutatingRequest<FiscalYearRequest>) {
  const { body, end_customer_id, params } = request
  const { start_date, end_date } = body
  const year = { fiscal_year_id: params.fiscal_year_id ?? '', start_date, end_date }
  const details = checkFiscalYear(year)
  if (details.length > 0) throw validationFailed(details)
  await ensureEndCustomer(tx, end_customer_id)
  await lockLedgers(tx, [end_customer_id])
  const years = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)?.fiscal_years ?? []
  const before = years.find(({ fiscal_year_id }) => fiscal_year_id === year.fiscal_year_id)
  requireOpen(years, before, year)
  if (!before) requireRoom(years)
  const behind = before ? await yearsBehind(tx, end_customer_id, years, before, year) : []
  await saveFiscalYears(tx, end_customer_id, [year, ...behind])
  if (before) await refold(tx, deps, end_customer_id)
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'fiscal year')
  const saved = presentFiscalYear(end_customer_id, { ...year, state: 'open' })
  return { body: saved, current: onceReevaluated(deps, end_customer_id, saved) }
}

/** An open year never stands behind a closed one. */
function requireOpen(years: readonly FiscalYear[], before: FiscalYear | undefined, year: YearDates): void {
  if (before?.state === 'closed')
    throw conflict('fiscal_year_closed', `Fiscal year ${year.fiscal_year_id} is closed. Reopen it first.`)
  const later = years.findLast(({ start_date, state }) => start_date > year.start_date && state === 'closed')
  if (!before && later)
    throw conflict('later_year_closed', `Reopen the later fiscal year ${later.fiscal_year_id} first.`)
}

function requireRoom(years: readonly FiscalYear[]): void {
  if (years.length < MOST_FISCAL_YEARS) return
  const message = `An end customer has ${MOST_FISCAL_YEARS} fiscal years at most.`
  throw validationFailed([{ pointer: '/fiscal_year_id', code: 'out_of_range', message }])
}

/**
 * The periods of the statement tables begin with the fiscal year, so other dates need another fold. Nothing can be posted
 * meanwhile, so only a part is folded here, and the rest of a long ledger by the worker.
 */
async function refold(tx: Tx, deps: ApiDeps, end_customer_id: string): Promise<void> {
  await dropStatementTables(tx, [end_customer_id])
  await requestRefresh(tx, deps, await foldPart(tx, [end_customer_id]))
}

function conflict(code: DetailCode, message: string): ApiError {
  return new ApiError('state_conflict', message, [{ pointer: '/start_date', code, message }])
}
