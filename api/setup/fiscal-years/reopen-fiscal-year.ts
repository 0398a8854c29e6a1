import type { YearStateRequest } from '../../../shared/contract/setup/settings.ts'
import { enqueueReevaluation } from '../../../shared/queue/enqueue.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { countFactsOfClosedYear } from '../../../shared/store/facts/unbooked-facts.ts'
import { appendEvents, yearChanged } from '../../../shared/store/platform/events.ts'
import { changeFiscalYearState } from '../../../shared/store/setup/fiscal-years.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { onceReevaluated } from '../../http/once-reevaluated.ts'
import { presentFiscalYear } from './present-fiscal-year.ts'
import { changeOf, lockYear, yearConflict } from './year-of-request.ts'

/** Opens a closed year again; later closed years have to be opened first. Facts that waited for it are evaluated again. */
export async function reopenFiscalYear(tx: Tx, deps: ApiDeps, request: MutatingRequest<YearStateRequest>) {
  const { end_customer_id, year, years } = await lockYear(tx, request)
  if (year.state === 'open') throw yearConflict('not_closed', `Fiscal year ${year.fiscal_year_id} is open.`)
  const later = years.find(({ start_date, state }) => start_date > year.start_date && state === 'closed')
  if (later) throw yearConflict('later_year_closed', `Reopen the later fiscal year ${later.fiscal_year_id} first.`)
  const closing_id = await changeFiscalYearState(tx, { ...changeOf(request, year, 'open'), closing_id: null })
  await enqueueReevaluation(tx, deps.boss, end_customer_id, 'fiscal year')
  if (closing_id !== null) await appendEvents(tx, [yearChanged(end_customer_id, closing_id, 'open')])
  const waiting_fact_count = await countFactsOfClosedYear(tx, end_customer_id, year.start_date, year.end_date)
  const body = { ...presentFiscalYear(end_customer_id, { ...year, state: 'open' }), waiting_fact_count }
  return { body, current: onceReevaluated(deps, end_customer_id, body) }
}
