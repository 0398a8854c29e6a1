import type { FiscalYear } from '../../../shared/accounting/setup/fiscal-years.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import { ApiError, type ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { YearStateRequest } from '../../../shared/contract/setup/settings.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { readPostingSettings } from '../../../shared/store/setup/posting-settings.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { noneForCustomer } from '../../http/subject.ts'

export type LockedYear = Awaited<ReturnType<typeof lockYear>>

/** Takes the ledger, so that no entry is posted into the year meanwhile. */
export async function lockYear(tx: Tx, { end_customer_id, params }: MutatingRequest<YearStateRequest>) {
  await lockLedgers(tx, [end_customer_id])
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  const years: readonly FiscalYear[] = settings?.fiscal_years ?? []
  const year = years.find(({ fiscal_year_id }) => fiscal_year_id === params.fiscal_year_id)
  if (!settings || !year) throw new ApiError('not_found', noneForCustomer('fiscal year'))
  return { end_customer_id, settings, year, years }
}

export function changeOf(
  { body, caller, end_customer_id }: MutatingRequest<YearStateRequest>,
  year: FiscalYear,
  state: FiscalYear['state'],
) {
  const { fiscal_year_id } = year
  return { end_customer_id, change_id: newUuid(), fiscal_year_id, state, reason: body.reason, actor_id: caller.key_id }
}

export function yearConflict(code: DetailCode, message: string): ApiError {
  return new ApiError('state_conflict', message, [stateDetail(code, message)])
}

export function stateDetail(code: DetailCode, message: string): ErrorDetail {
  return { pointer: '/state', code, message }
}
