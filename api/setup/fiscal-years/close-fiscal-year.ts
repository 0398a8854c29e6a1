import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { YearStateRequest } from '../../../shared/contract/setup/settings.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { countUnbookedFacts } from '../../../shared/store/facts/unbooked-facts.ts'
import { countDrafts } from '../../../shared/store/settlement/drafts.ts'
import { changeFiscalYearState } from '../../../shared/store/setup/fiscal-years.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { presentFiscalYear } from './present-fiscal-year.ts'
import { changeOf, lockYear, stateDetail, yearConflict } from './year-of-request.ts'

/** Closes a year, unless documents of it are still waiting to be booked; earlier years have to be closed first. */
export async function closeFiscalYear(tx: Tx, _: ApiDeps, request: MutatingRequest<YearStateRequest>) {
  const { end_customer_id, year, years } = await lockYear(tx, request)
  if (year.state === 'closed')
    throw yearConflict('already_closed', `Fiscal year ${year.fiscal_year_id} is closed already.`)
  const unbooked = await countUnbookedFacts(tx, end_customer_id, year.start_date, year.end_date)
  const drafts = await countDrafts(tx, end_customer_id, year.start_date, year.end_date)
  const earlier = years.find(({ start_date, state }) => start_date < year.start_date && state === 'open')
  const reasons = [
    unbooked > 0 &&
      stateDetail(
        'facts_not_booked',
        `${unbooked} source facts of ${year.fiscal_year_id} are not booked. Book or supersede them.`,
      ),
    drafts > 0 &&
      stateDetail(
        'drafts_not_booked',
        `${drafts} allocations or settlements of ${year.fiscal_year_id} are drafts. Book or reverse them.`,
      ),
    earlier && stateDetail('earlier_year_open', `Close the earlier fiscal year ${earlier.fiscal_year_id} first.`),
  ].filter((found) => typeof found === 'object')
  if (reasons.length > 0) {
    throw new ApiError('state_conflict', reasons.map(({ message }) => message).join(' '), reasons)
  }
  await changeFiscalYearState(tx, changeOf(request, year, 'closed'))
  return { body: presentFiscalYear(end_customer_id, { ...year, state: 'closed' }) }
}
