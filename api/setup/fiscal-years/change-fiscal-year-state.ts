import type { FiscalYear } from '../../../shared/accounting/setup/fiscal-years.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import { ApiError, type ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { YearStateRequest } from '../../../shared/contract/setup/settings.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import { enqueueReevaluation } from '../../../shared/queue/enqueue.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { changeFiscalYearState, countDrafts, countUnbookedFacts } from '../../../shared/store/setup/fiscal-years.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { noneForCustomer } from '../../http/subject.ts'
import { onceReevaluated } from '../once-reevaluated.ts'
import { presentFiscalYear } from './present-fiscal-year.ts'

/** Closes a year, unless documents of it are still waiting to be booked; earlier years have to be closed first. */
export async function closeFiscalYear(tx: Tx, _: ApiDeps, request: MutatingRequest<YearStateRequest>) {
  const { end_customer_id, year, years } = await lockYear(tx, request)
  if (year.state === 'closed') throw conflict('already_closed', `Fiscal year ${year.fiscal_year_id} is closed already.`)
  const unbooked = await countUnbookedFacts(tx, end_customer_id, year.start_date, year.end_date)
  const drafts = await countDrafts(tx, end_customer_id, year.start_date, year.end_date)
  const earlier = years.find(({ start_date, state }) => start_date < year.start_date && state === 'open')
  const reasons = [
    unbooked > 0 &&
      reason(
        'facts_not_booked',
        `${unbooked} source facts of ${year.fiscal_year_id} are not booked. Book or supersede them.`,
      ),
    drafts > 0 &&
      reason(
        'drafts_not_booked',
        `${drafts} allocations or settlements of ${year.fiscal_year_id} are drafts. Book or reverse them.`,
      ),
    earlier && reason('earlier_year_open', `Close the earlier fiscal year ${earlier.fiscal_year_id} first.`),
  ].filter((found) => typeof found === 'object')
  if (reasons.length > 0) {
    throw new ApiError('state_conflict', reasons.map(({ message }) => message).join(' '), reasons)
  }
  await changeFiscalYearState(tx, changeOf(request, year, 'closed'))
  return { body: presentFiscalYear(end_customer_id, { ...year, state: 'closed' }) }
}

/** Opens a closed year again; later closed years have to be opened first. What waited for it is evaluated again. */
export async function reopenFiscalYear(tx: Tx, deps: ApiDeps, request: MutatingRequest<YearStateRequest>) {
  const { end_customer_id, year, years } = await lockYear(tx, request)
  if (year.state === 'open') throw conflict('not_closed', `Fiscal year ${year.fiscal_year_id} is open.`)
  const later = years.find(({ start_date, state }) => start_date > year.start_date && state === 'closed')
  if (later) throw conflict('later_year_closed', `Reopen the later fiscal year ${later.fiscal_year_id} first.`)
  await changeFiscalYearState(tx, changeOf(request, year, 'open'))
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'fiscal year', [
    'fiscal_year_missing',
    'fiscal_year_closed',
  ])
  const body = presentFiscalYear(end_customer_id, { ...year, state: 'open' })
  return { body, current: onceReevaluated(deps, end_customer_id, body) }
}

/** Takes the ledger, so that no entry is posted into the year meanwhile. */
async function lockYear(tx: Tx, { end_customer_id, params }: MutatingRequest<YearStateRequest>) {
  await lockLedgers(tx, [end_customer_id])
  const years: readonly FiscalYear[] =
    (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)?.fiscal_years ?? []
  const year = years.find(({ fiscal_year_id }) => fiscal_year_id === params.fiscal_year_id)
  if (!year) throw new ApiError('not_found', noneForCustomer('fiscal year'))
  return { end_customer_id, year, years }
}

function changeOf(
  { body, caller, end_customer_id }: MutatingRequest<YearStateRequest>,
  year: FiscalYear,
  state: FiscalYear['state'],
) {
  const { fiscal_year_id } = year
  return { end_customer_id, change_id: newUuid(), fiscal_year_id, state, reason: body.reason, actor_id: caller.key_id }
}

function conflict(code: DetailCode, message: string): ApiError {
  return new ApiError('state_conflict', message, [reason(code, message)])
}

function reason(code: DetailCode, message: string): ErrorDetail {
  return { pointer: '/state', code, message }
}
