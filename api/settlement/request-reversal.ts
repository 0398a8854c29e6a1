import { isOpenDay, reversalDate } from '../../shared/accounting/journal/reversal-date.ts'
import type { RequestedReversal } from '../../shared/accounting/journal/reversal-entry.ts'
import type { PostingSettings } from '../../shared/accounting/setup/posting-settings.ts'
import type { FactState, ReversalRequest } from '../../shared/contract/facts/source-facts.ts'
import { ApiError, type ErrorDetail, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { AllocationState } from '../../shared/contract/settlement/allocations.ts'
import type { SettlementState } from '../../shared/contract/settlement/settlements.ts'
import { type VatPeriod, vatPeriodOf } from '../../shared/contract/vat/vat-periods.ts'
import { todayInSwitzerland } from '../../shared/process/clock.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findPostingDate, hasTax } from '../../shared/store/journal/reversals.ts'
import type { IntentRow, IntentType } from '../../shared/store/settlement/intents.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { requestIntent, type Subject } from './request-intent.ts'
import { requireCause, requireOwnMethod } from './require-word-of-reversal.ts'

/** Has the worker reverse a posted subject. */
export async function requestReversal(
  tx: Tx,
  deps: ApiDeps,
  request: MutatingRequest<ReversalRequest>,
  intent_type: IntentType,
  subject: Subject,
): Promise<IntentRow> {
  return requestIntent(tx, deps, request, intent_type, subject, await requireReversal(tx, request.body, subject))
}

/**
 * Checks what a request says about the reversal of a subject.
 *
 * @returns what its intent keeps of it
 * @throws ApiError validation_failed, state_conflict
 */
export async function requireReversal(
  tx: Tx,
  body: ReversalRequest,
  subject: Subject,
): Promise<RequestedReversal['request']> {
  const { reason, posting_date } = body
  const vat_period = requireVatPeriod(body)
  const settings = (await readPostingSettings(tx, [subject.end_customer_id])).get(subject.end_customer_id)
  if (posting_date !== undefined) await requireDay(tx, subject, settings, posting_date, vat_period)
  await requireCause(tx, subject, settings, vat_period)
  await requireOwnMethod(tx, subject, settings, { posting_date, vat_period })
  return { reason, ...(posting_date && { posting_date }), ...(vat_period && { vat_period }) }
}

/** A cause stands for the period; the two may not contradict each other. */
function requireVatPeriod(said: ReversalRequest): VatPeriod | null {
  const vat_period = vatPeriodOf(said)
  if (vat_period !== null || said.vat_period === undefined) return vat_period
  const message = `The cause ${said.cause} does not fit vat_period ${said.vat_period}. Changed consideration counts in the current period, an error in a correction or the annual_reconciliation.`
  throw validationFailed([{ pointer: '/vat_period', code: 'vat_period_contradicted', message }])
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
  const remedy =
    state === 'received' || state === 'blocked' ? ` Withdraw it instead: POST /v1/source-facts/{id}/withdraw.` : ''
  const message = `Only a posted ${what} can be reversed, and once; ${reason}.${remedy}`
  const code = state === 'reversed' ? 'already_reversed' : isUnderWay ? 'reversal_under_way' : 'not_posted'
  throw new ApiError('state_conflict', message, [{ pointer: '/state', code, message }])
}

/** A reversal is booked on an open day, and undoes nothing before it happened: no list of any day shows more than there was. */
async function requireDay(
  tx: Tx,
  subject: Subject,
  settings: PostingSettings | undefined,
  posting_date: string,
  vat_period: VatPeriod | null,
): Promise<void> {
  const { end_customer_id, subject_id } = subject
  const booked_on = await findPostingDate(tx, end_customer_id, subject_id)
  if (booked_on !== null && posting_date < booked_on) {
    const message = `${posting_date} is before ${booked_on}, the day of what is reversed. Send that day or a later one, or leave it out.`
    throw validationFailed([{ pointer: '/posting_date', code: 'posting_date_before_original', message }])
  }
  const details = [
    ...(vat_period === null ? await withoutVatPeriod(tx, subject, settings, posting_date) : []),
    ...notOpen(settings, posting_date, booked_on),
  ]
  if (details.length > 0) throw validationFailed(details)
}

async function withoutVatPeriod(
  tx: Tx,
  { end_customer_id, subject_id }: Subject,
  settings: PostingSettings | undefined,
  posting_date: string,
): Promise<ErrorDetail[]> {
  const filed_through = settings?.vat_filed_through ?? null
  if (filed_through === null || posting_date > filed_through) return []
  if (!(await hasTax(tx, end_customer_id, subject_id))) return []
  const message = `There is tax to reverse on ${posting_date}, and VAT returns are filed through ${filed_through}. Say why it is taken back: send cause (consideration_changed or error), or vat_period.`
  return [{ pointer: '/vat_period', code: 'vat_period_missing', message }]
}

/** Names a day that helps, as the day may be that of the original, which nobody has sent. */
function notOpen(settings: PostingSettings | undefined, posting_date: string, booked_on: string | null): ErrorDetail[] {
  const today = todayInSwitzerland()
  if (settings && isOpenDay(settings, posting_date, today)) return []
  const open = settings
    ? (reversalDate(settings, posting_date, today) ?? reversalDate(settings, booked_on ?? today, today))
    : null
  const remedy =
    open === null
      ? 'No day is open from the original on: reopen the fiscal year or the period.'
      : `Send posting_date: ${open}, or another open day.`
  const message = `${posting_date} lies in a closed fiscal year, a locked period or outside all fiscal years. ${remedy}`
  return [{ pointer: '/posting_date', code: 'posting_date_not_open', message }]
}
