import type { BankReturnReversalRequest } from '../../shared/contract/bank-returns/bank-returns.ts'
import type { FactState, ReversalRequest } from '../../shared/contract/facts/source-facts.ts'
import type { DetailCode } from '../../shared/contract/platform/detail-codes.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { publicId } from '../../shared/process/ids.ts'
import { enqueue } from '../../shared/queue/enqueue.ts'
import { enqueueAwaiting } from '../../shared/queue/enqueue-awaiting.ts'
import {
  type BankReturnRow,
  findBankReturn,
  giveUpReturn,
  reopenPayment,
  unlinkReturned,
  unmarkReturned,
} from '../../shared/store/bank-returns/bank-returns.ts'
import { orderFreedPaymentAgain } from '../../shared/store/bank-returns/freed-payments.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockSourceFact } from '../../shared/store/facts/source-facts.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { watchPayments } from '../../shared/store/orders/paid-orders.ts'
import { appendEvents, bankEntryChanged, type NewEvent, returnChanged } from '../../shared/store/platform/events.ts'
import { lockSubjects } from '../../shared/store/settlement/lock-subjects.ts'
import { reverseSourceFact } from '../facts/corrections/reverse-source-fact.ts'
import { withdrawSourceFact } from '../facts/corrections/withdraw-source-fact.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { findSubjectOfCustomer } from '../http/subject.ts'
import { presentBankReturn, stateOf } from './present-bank-return.ts'

type AskedTakingBack = MutatingRequest<BankReturnReversalRequest>

/**
 * Takes back that money came back. A voucher is reversed or withdrawn like any other. Of a reversal both bank entries are
 * unlinked from their lines: the journal entry and its reversal stay, and both bank entries can be booked anew. One that is not booked yet
 * is given up.
 */
export async function reverseReturn(tx: Tx, deps: ApiDeps, request: AskedTakingBack) {
  const { end_customer_id, params } = request
  // Before everything else that a reversal locks.
  await lockLedgers(tx, [end_customer_id])
  const find = (id: string) => findBankReturn(tx, id, [end_customer_id])
  const { return_id, subject_id, source_fact_id } = await findSubjectOfCustomer('bank_return', params.return_id, find)
  // The state of a fact comes before open items.
  if (source_fact_id !== null) await lockSourceFact(tx, { end_customer_id, source_fact_id })
  await lockSubjects(tx, end_customer_id, [return_id, subject_id])
  const back = (await find(return_id)) as BankReturnRow
  const state = stateOf(back)
  if (state === 'reversed') throw conflict('already_reversed', 'It is taken back already.')
  if (back.source_fact_id !== null) await takeVoucherBack(tx, deps, request, back)
  else {
    const payables = back.supplier_payable_id === null ? [] : [back.supplier_payable_id]
    const ofOrders = await watchPayments(tx, [end_customer_id], payables)
    if (state === 'pending') await giveUp(tx, request, back)
    else await unlink(tx, request, back)
    await orderFreedPaymentAgain(tx, { end_customer_id, return_id, actor_id: request.caller.key_id })
    // Where it was not booked the settlement stands, so the payment is paid.
    await tellFreed(tx, deps, back, await ofOrders())
  }
  const current = async () => {
    const found = await findBankReturn(deps.pool, return_id, [end_customer_id])
    return found && stateOf(found) === 'reversed' ? presentBankReturn(found) : null
  }
  return { body: presentBankReturn((await find(return_id)) as BankReturnRow), current }
}

async function takeVoucherBack(tx: Tx, deps: ApiDeps, request: AskedTakingBack, back: BankReturnRow): Promise<void> {
  const { reason, posting_date, cause, vat_period } = request.body
  const said = { ...(posting_date && { posting_date }), ...(cause && { cause }), ...(vat_period && { vat_period }) }
  const body: ReversalRequest = { end_customer_id: request.end_customer_id, reason, ...said }
  const params = { source_fact_id: publicId('source_fact', back.source_fact_id ?? '') }
  const take = isBooked(back.fact_state) ? reverseSourceFact : withdrawSourceFact
  await take(tx, deps, { ...request, body, params })
}

function isBooked(state: FactState | null): boolean {
  return state === 'posted'
}

/** The reversal waits to be booked, or is blocked. While the ledger is held nobody books it: what it would undo stands again. */
async function giveUp(tx: Tx, { body, caller }: AskedTakingBack, back: BankReturnRow): Promise<void> {
  await giveUpReturn(tx, back, { reason: body.reason, actor_id: caller.key_id })
  if (back.marks_payment) await unmarkReturned(tx, back)
}

/** The payment is open again, unless the import has found that the bank takes it back. */
async function unlink(tx: Tx, { body, caller }: AskedTakingBack, back: BankReturnRow): Promise<void> {
  await unlinkReturned(tx, back, { reason: body.reason, actor_id: caller.key_id })
  if (back.marks_payment) await reopenPayment(tx, back)
}

async function tellFreed(tx: Tx, { boss }: ApiDeps, back: BankReturnRow, ofOrders: readonly NewEvent[]): Promise<void> {
  const { end_customer_id, entry_id, original_entry_id } = back
  await enqueue(tx, boss, 'settlement.match', [
    { data: { end_customer_id }, options: { singletonKey: end_customer_id } },
  ])
  await enqueueAwaiting(tx, boss, end_customer_id, { items: [], bank_entries: [entry_id, original_entry_id] })
  await appendEvents(tx, [
    returnChanged(back, 'bank_return.reversed'),
    bankEntryChanged(end_customer_id, entry_id),
    bankEntryChanged(end_customer_id, original_entry_id),
    ...ofOrders,
  ])
}

function conflict(code: DetailCode, message: string): ApiError {
  return new ApiError('state_conflict', message, [{ pointer: '/state', code, message }])
}
