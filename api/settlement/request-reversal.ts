import { isOpenDay } from '../../shared/accounting/journal/reversal-date.ts'
import type { FactState, ReversalRequest } from '../../shared/contract/facts/source-facts.ts'
import { ApiError, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { AllocationState } from '../../shared/contract/settlement/allocations.ts'
import type { SettlementState } from '../../shared/contract/settlement/settlements.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findPostingDate } from '../../shared/store/journal/reversals.ts'
import type { IntentRow, IntentType } from '../../shared/store/settlement/intents.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { requestIntent, type Subject } from './request-intent.ts'

/** Has the worker reverse a posted subject. */
export async function requestReversal(
  tx: Tx,
  deps: ApiDeps,
  request: MutatingRequest<ReversalRequest>,
  intent_type: IntentType,
  subject: Subject,
): Promise<IntentRow> {
  const { reason, posting_date } = request.body
  if (posting_date !== undefined) await requireDay(tx, subject, posting_date)
  const reversalRequest = posting_date === undefined ? { reason } : { reason, posting_date }
  return requestIntent(tx, deps, request, intent_type, subject, reversalRequest)
}

const REVERSALS: ReadonlySet<IntentType> = new Set([
  'source_fact_reversal',
  'allocation_reversal',
  'settlement_reversal',
  'manual_payment_reversal',
])

/** @throws ApiError state_conflict unless it is posted and no reversal of it is under way */
export function requireReversible(
  what: string,
  state: FactState | AllocationState | SettlementState,
  intents: readonly IntentRow[],
): void {
  const isUnderWay = intents.some(
    ({ intent_type, state }) => REVERSALS.has(intent_type) && (state === 'pending' || state === 'blocked'),
  )
  if (state === 'posted' && !isUnderWay) return
  const reason = isUnderWay ? 'its reversal is already under way' : `it is ${state}`
  const message = `Only a posted ${what} can be reversed, and once; ${reason}.`
  const code = state === 'reversed' ? 'already_reversed' : isUnderWay ? 'reversal_under_way' : 'not_posted'
  throw new ApiError('state_conflict', message, [{ pointer: '/state', code, message }])
}

/** A reversal is booked on an open day, and undoes nothing before it happened: no list of any day shows more than there was. */
async function requireDay(tx: Tx, { end_customer_id, subject_id }: Subject, posting_date: string): Promise<void> {
  const booked_on = await findPostingDate(tx, end_customer_id, subject_id)
  if (booked_on !== null && posting_date < booked_on) {
    const message = `${posting_date} is before ${booked_on}, the day of what is reversed. Send that day or a later one, or leave it out.`
    throw validationFailed([{ pointer: '/posting_date', code: 'posting_date_before_original', message }])
  }
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  if (settings && isOpenDay(settings, posting_date, todayInSwitzerland())) return
  const message = `${posting_date} lies in a closed fiscal year, a locked period or outside all fiscal years. Leave it out.`
  throw validationFailed([{ pointer: '/posting_date', code: 'posting_date_not_open', message }])
}
