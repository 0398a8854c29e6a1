import type { BankReturnRequest } from '../../shared/contract/bank-returns/bank-returns.ts'
import { ApiError, validationFailed } from '../../shared/contract/platform/errors.ts'
import { newUuid, uuidOf } from '../../shared/process/ids.ts'
import { enqueue } from '../../shared/queue/enqueue.ts'
import { type CandidateRow, findCandidate } from '../../shared/store/bank/candidates/settlement-candidates.ts'
import {
  type BankReturnRow,
  findBankReturn,
  insertBankReturn,
  type NewBankReturn,
} from '../../shared/store/bank-returns/bank-returns.ts'
import { freeOrderedPayment } from '../../shared/store/bank-returns/freed-payments.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { watchPayments } from '../../shared/store/orders/paid-orders.ts'
import { appendEvents, bankEntryChanged, returnChanged } from '../../shared/store/platform/events.ts'
import { lockSubjects } from '../../shared/store/settlement/lock-subjects.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { noneForCustomer } from '../http/subject.ts'
import { findProposedReturns, type ProposedReturn } from './find-proposed-return.ts'
import { presentBankReturn, stateOf } from './present-bank-return.ts'
import { requireDay } from './require-day.ts'
import { reverseReturned } from './reverse-returned.ts'
import { sendVoucher } from './send-voucher.ts'

/**
 * Books money that the bank has given back or taken back, as a candidate of the type return proposes it. The whole reverses
 * what had booked it, with its deductions and tax; a part, or the whole less charges, is a voucher that gives the item back
 * what it had. Everything is looked at once more under its locks.
 */
export async function acceptReturn(tx: Tx, deps: ApiDeps, request: MutatingRequest<BankReturnRequest>) {
  const { body, caller, end_customer_id, request_id } = request
  const candidate = await findOpenCandidate(tx, end_customer_id, body.candidate_id)
  // As a posting of the reversal locks them.
  await lockLedgers(tx, [end_customer_id])
  const targets = [candidate.target_id, ...candidate.together_with]
  const { ordered } = await lockSubjects(tx, end_customer_id, targets, [candidate.entry_id])
  const proposed = await findProposedReturns(tx, body, candidate)
  for (const one of proposed) await requireDay(tx, end_customer_id, one, body.posting_date)
  const ofOrders = await watchPayments(tx, [end_customer_id], ordered)
  const { candidate_id } = candidate
  const returns = proposed.map((one) => {
    const key = { end_customer_id, return_id: newUuid(), candidate_id }
    return { proposed: one, back: { ...newReturn(one), ...key, actor_id: caller.key_id, request_id } }
  })
  for (const { proposed: one, back } of returns) {
    if (one.plan.is_whole) await reverseReturned(tx, deps, request, one, back)
    else await insertBankReturn(tx, { ...back, source_fact_id: await sendVoucher(tx, request, one, back) })
    if (back.returned_of === 'settlement') await freeOrderedPayment(tx, back, body.reason)
  }
  const changedOrders = await ofOrders()
  await enqueue(tx, deps.boss, 'settlement.match', [
    { data: { end_customer_id }, options: { singletonKey: end_customer_id } },
  ])
  await appendEvents(tx, [
    ...returns.map(({ back }) => returnChanged(back, 'bank_return.created')),
    ...(proposed.some(({ plan }) => plan.is_whole) ? [bankEntryChanged(end_customer_id, candidate.entry_id)] : []),
    ...changedOrders,
  ])
  const ids = returns.map(({ back }) => back.return_id)
  const written = (await findBankReturn(tx, ids[0] ?? '', [end_customer_id])) as BankReturnRow
  const current = async () => {
    const found = await Promise.all(ids.map((id) => findBankReturn(deps.pool, id, [end_customer_id])))
    const [own] = found
    return own && found.every((one) => one && stateOf(one) !== 'pending') ? presentBankReturn(own) : null
  }
  return { body: presentBankReturn(written), current }
}

/** @throws ApiError validation_failed for an unknown candidate, state_conflict for one of something else or of before */
async function findOpenCandidate(tx: Tx, end_customer_id: string, candidate_id: string): Promise<CandidateRow> {
  const uuid = uuidOf('settlement_candidate', candidate_id)
  const candidate = uuid && (await findCandidate(tx, uuid, [end_customer_id]))
  if (!candidate) {
    const message = noneForCustomer('settlement candidate')
    throw validationFailed([{ pointer: '/candidate_id', code: 'not_found', message }])
  }
  const { target_type, state } = candidate
  const refuse = (code: 'not_allowed' | 'stale_version', message: string) =>
    new ApiError('state_conflict', message, [{ pointer: '/candidate_id', code, message }])
  if (target_type !== 'return') throw refuse('not_allowed', `The candidate is of the type ${target_type}, not return.`)
  if (state !== 'open') throw refuse('stale_version', 'The candidate is superseded. Read the candidates again.')
  return candidate
}

function newReturn({ back, subject, plan, amount_minor, part_number }: ProposedReturn) {
  const { entry_id, currency } = back
  const { original_entry_id, returned_of, subject_id } = subject
  const { returned_minor } = plan
  const amounts = { currency, amount_minor, returned_minor, part_number }
  const whole: Pick<NewBankReturn, 'source_fact_id' | 'marks_payment'> = { source_fact_id: null, marks_payment: false }
  return { entry_id, original_entry_id, returned_of, subject_id, ...amounts, ...whole }
}
