import type { BankRuleReversalRequest } from '../../../shared/contract/bank-rules/bank-rule-bookings.ts'
import type { FactState, ReversalRequest } from '../../../shared/contract/facts/source-facts.ts'
import { ApiError, type ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { lockBankRule } from '../../../shared/store/bank-rules/bank-rules.ts'
import { listRuleBookings, type RuleBookingRow } from '../../../shared/store/bank-rules/rule-bookings.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockFactStates } from '../../../shared/store/facts/fact-states.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { lockSubjects } from '../../../shared/store/settlement/lock-subjects.ts'
import { reverseSourceFact } from '../../facts/corrections/reverse-source-fact.ts'
import { withdrawSourceFact } from '../../facts/corrections/withdraw-source-fact.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { cursorOf } from '../../http/page.ts'
import { findSubjectOfCustomer } from '../../http/subject.ts'
import { presentRuleBooking } from './present-booking.ts'

const MOST_AT_ONCE = 100

type AskedReversal = MutatingRequest<BankRuleReversalRequest>
type ReversedVoucher = {
  readonly outcome: 'requested' | 'withdrawn' | 'done_before' | 'cannot'
  readonly details: ErrorDetail[]
}

/**
 * Takes back what a rule has booked, voucher by voucher, each as if somebody had reversed or withdrawn it. What cannot be
 * taken back stays, with the reason. Sent again it goes on, or looks at all of them once more.
 */
export async function reverseRule(tx: Tx, deps: ApiDeps, request: AskedReversal) {
  const { body, end_customer_id, params } = request
  const { version = null, limit = MOST_AT_ONCE, starting_after } = body
  const after = cursorOf('bank_rule_booking', starting_after)
  // Before everything else that reversals lock: each of them would take it for itself.
  await lockLedgers(tx, [end_customer_id])
  const rule = await findSubjectOfCustomer('bank_rule', params.rule_id, (id) => lockBankRule(tx, end_customer_id, id))
  if (rule.state === 'on') throw isOn()
  const { rows, has_more } = await listRuleBookings(tx, end_customer_id, rule.rule_id, version, after, limit)
  await lockVouchers(tx, end_customer_id, rows)
  const taken = new Map<string, ReversedVoucher>()
  for (const booking of reversalsFirst(rows)) taken.set(booking.booking_id, await takeBack(tx, deps, request, booking))
  const data = rows.map((booking) => ({ ...presentRuleBooking(booking), ...taken.get(booking.booking_id) }))
  const last = rows.at(-1)
  const last_booking_id = last ? publicId('bank_rule_booking', last.booking_id) : null
  const answer = { object: 'bank_rule_reversal', rule_id: publicId('bank_rule', rule.rule_id), data }
  return { body: { ...answer, last_booking_id, has_more } }
}

/** Everything that all of them lock, in the order in which everybody does. */
async function lockVouchers(tx: Tx, end_customer_id: string, bookings: readonly RuleBookingRow[]): Promise<void> {
  const ids = bookings.map(({ source_fact_id }) => source_fact_id)
  await lockFactStates(tx, end_customer_id, ids)
  await lockSubjects(tx, end_customer_id, ids)
}

/** A withdrawal tells the feed, whose head comes behind everything that reversals lock. */
function reversalsFirst(bookings: readonly RuleBookingRow[]): readonly RuleBookingRow[] {
  const isReversed = ({ state }: RuleBookingRow) => STEPS[state] === reverse
  return [...bookings.filter(isReversed), ...bookings.filter((booking) => !isReversed(booking))]
}

/** Each in a savepoint: one that is refused undoes nothing of the others. */
function takeBack(tx: Tx, deps: ApiDeps, request: AskedReversal, booking: RuleBookingRow): Promise<ReversedVoucher> {
  const { reason, posting_date = booking.business_date, cause, vat_period } = request.body
  const { end_customer_id } = request
  const said = { ...(cause && { cause }), ...(vat_period && { vat_period }) }
  const body: ReversalRequest = { end_customer_id, reason, posting_date, ...said }
  const params = { source_fact_id: publicId('source_fact', booking.source_fact_id) }
  return tx.transaction((inner) => STEPS[booking.state](inner, deps, { ...request, body, params })).catch(refused)
}

type TakingBack = (tx: Tx, deps: ApiDeps, request: MutatingRequest<ReversalRequest>) => Promise<ReversedVoucher>

const reverse: TakingBack = async (tx, deps, request) => {
  await reverseSourceFact(tx, deps, request)
  return { outcome: 'requested', details: [] }
}
const withdraw: TakingBack = async (tx, deps, request) => {
  await withdrawSourceFact(tx, deps, request)
  return { outcome: 'withdrawn', details: [] }
}
const nothing: TakingBack = async () => ({ outcome: 'done_before', details: [] })

/** How a voucher in each state is taken back. */
const STEPS: Readonly<Record<FactState, TakingBack>> = {
  received: withdraw,
  blocked: withdraw,
  posted: reverse,
  reversed: nothing,
  withdrawn: nothing,
  superseded: nothing,
}

function refused(error: unknown): ReversedVoucher {
  if (!(error instanceof ApiError)) throw error
  return { outcome: 'cannot', details: [...error.details] }
}

function isOn(): ApiError {
  const message =
    'The rule is on. Switch it off first (POST /v1/bank-rules/{id}/switch), so that it books nothing meanwhile.'
  return new ApiError('state_conflict', message, [{ pointer: '/state', code: 'in_use', message }])
}
