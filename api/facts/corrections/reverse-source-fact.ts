import { RETURNS_SYSTEM } from '../../../shared/accounting/bank-returns/voucher-of-return.ts'
import { canBeUndone } from '../../../shared/accounting/open-items/give-back.ts'
import type { ReversalRequest } from '../../../shared/contract/facts/source-facts.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { lockBankLegs } from '../../../shared/store/bank/uses/bank-legs.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { findSourceFact, lockSourceFact, type SourceFactWithIntents } from '../../../shared/store/facts/source-facts.ts'
import { findChangedItems, findUsesSince } from '../../../shared/store/open-items/changed-items.ts'
import { findUsesOfFact } from '../../../shared/store/open-items/open-items-of-facts.ts'
import { findPaymentsOfFact } from '../../../shared/store/orders/payables-to-order.ts'
import { appendEvents } from '../../../shared/store/platform/events.ts'
import { lockSubjects } from '../../../shared/store/settlement/lock-subjects.ts'
import { creditStands } from '../../bank/links/credit-stands.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { findSubjectOfCustomer } from '../../http/subject.ts'
import { onceSettled } from '../../settlement/present-after.ts'
import { requestReversal, requireReversible } from '../../settlement/request-reversal.ts'
import { presentSourceFact } from '../present-source-fact.ts'
import { takeReturnBack } from './take-return-back.ts'

/** Asks for the reversal (Storno) of a posted fact; the worker books it, and the fact is reversed then. */
export async function reverseSourceFact(tx: Tx, deps: ApiDeps, request: MutatingRequest<ReversalRequest>) {
  const { end_customer_id } = request
  const fact = await requireReversibleFact(tx, request)
  const { source_fact_id } = fact
  const ofReturn = fact.source_system === RETURNS_SYSTEM ? await takeReturnBack(tx, fact, request.caller.key_id) : null
  const subject = { end_customer_id, subject_id: source_fact_id }
  const intent = await requestReversal(tx, deps, request, 'source_fact_reversal', subject)
  if (ofReturn) await appendEvents(tx, await ofReturn())
  return {
    body: presentSourceFact({ ...fact, intents: [...fact.intents, intent] }),
    current: onceSettled(deps.pool, (db) => findSourceFact(db, source_fact_id, [end_customer_id]), presentSourceFact),
  }
}

/**
 * Locks a fact with what its reversal depends on.
 *
 * @throws ApiError not_found; state_conflict where something stands in the way of the reversal
 */
export async function requireReversibleFact(
  tx: Tx,
  { end_customer_id, params }: Pick<MutatingRequest<unknown>, 'end_customer_id' | 'params'>,
): Promise<SourceFactWithIntents> {
  const { source_fact_id } = await findSubjectOfCustomer('source_fact', params.source_fact_id, (id) =>
    lockSourceFact(tx, { end_customer_id, source_fact_id: id }),
  )
  const fact = (await findSourceFact(tx, source_fact_id, [end_customer_id])) as SourceFactWithIntents
  requireReversible('fact', fact.state, fact.intents)
  // All that it opened or changed at once: what is locked in two goes is not locked in the order of the ids.
  await lockSubjects(tx, end_customer_id, [source_fact_id])
  await requireUnused(tx, end_customer_id, source_fact_id)
  if (fact.fact_type !== 'customer_invoice') await requireNotOrdered(tx, end_customer_id, source_fact_id)
  if (fact.fact_type === 'journal_voucher') await requireUndoable(tx, end_customer_id, fact.journal_entry_id)
  await requireFreeLegs(tx, end_customer_id, fact.journal_entry_id)
  return fact
}

/** A fact whose open item is used is not reversed before its uses are. */
async function requireUnused(tx: Tx, end_customer_id: string, source_fact_id: string): Promise<void> {
  const uses = await findUsesOfFact(tx, end_customer_id, source_fact_id)
  if (uses.length === 0) return
  const ids = uses.map(({ kind, id }) => publicId(kind, id))
  const message = `Reverse first what was booked against it: ${ids.join(', ')}.`
  throw new ApiError('state_conflict', message, [{ pointer: '/state', code: 'in_use', message }])
}

/** What the bank is ordered to pay is owed: otherwise a document that is sent anew would be paid twice. */
async function requireNotOrdered(tx: Tx, end_customer_id: string, source_fact_id: string): Promise<void> {
  const [ordered] = await findPaymentsOfFact(tx, end_customer_id, source_fact_id)
  if (!ordered) return
  const order = publicId('payment_order', ordered.payment_order_id)
  const message = `The bank is ordered to pay it: ${ordered.end_to_end_id} of payment order ${order}. Withdraw that first.`
  throw new ApiError('state_conflict', message, [{ pointer: '/state', code: 'already_ordered', message }])
}

/** The bank entry of a payment stays booked while a fact has given the payment its credit for that. */
async function requireFreeLegs(tx: Tx, end_customer_id: string, journal_entry_id: string | null): Promise<void> {
  const facts = journal_entry_id === null ? [] : await lockBankLegs(tx, end_customer_id, journal_entry_id)
  if (facts.length > 0) throw creditStands(facts)
}

/** What a voucher gave to an item can be taken back while nothing has used it. */
async function requireUndoable(tx: Tx, end_customer_id: string, journal_entry_id: string | null): Promise<void> {
  if (journal_entry_id === null) return
  const changed = await findChangedItems(tx, end_customer_id, journal_entry_id)
  const used = changed.filter((item) => !canBeUndone(item))
  if (used.length === 0) return
  const items = used.map(({ open_item_id }) => open_item_id)
  const uses = await findUsesSince(tx, end_customer_id, items, journal_entry_id)
  const ids = uses.map(({ kind, id }) => publicId(kind, id))
  const correction = used.some((item) => item.changed_minor === 0n)
    ? ' Or leave the revaluation, and correct the value of the rest with another one.'
    : ''
  const message = `Reverse first what has used its open items since: ${ids.join(', ')}.${correction}`
  throw new ApiError('state_conflict', message, [{ pointer: '/state', code: 'in_use', message }])
}
