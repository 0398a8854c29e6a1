import type { RepeatReview } from '../../../shared/contract/bank/repeats.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { findTwinOf, putInDoubt } from '../../../shared/store/bank/accounts/entries-of-qr-iban.ts'
import { readAllDetails } from '../../../shared/store/bank/details-of-entries.ts'
import { insertPaymentsOf } from '../../../shared/store/bank/insert-payments-of.ts'
import { joinNotifications } from '../../../shared/store/bank/notifications/join-notifications.ts'
import { undoReturns } from '../../../shared/store/bank/payments.ts'
import {
  findOriginal,
  keepAsNew,
  linkRepeats,
  lockPossibleRepeat,
  type PossibleRepeat,
} from '../../../shared/store/bank/repeats/possible-repeats.ts'
import { findStatementsWith } from '../../../shared/store/bank/repeats/statements-with.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockEndCustomer } from '../../../shared/store/setup/end-customers.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { findSubjectOfCustomer } from '../../http/subject.ts'
import { answerChanged } from '../bank-entry-commands.ts'
import { takeDecisionBack } from './take-decision-back.ts'
import { warnOfContradictions, warnOfRepeat } from './warn-of-contradictions.ts'

/**
 * Decides whether a bank entry repeats another one, or decides it the other way. A repeat is linked to the other one and
 * has no payment; a new one is like any other from then on. The answer warns where bank statements contradict the decision.
 */
export async function reviewRepeat(tx: Tx, deps: ApiDeps, request: MutatingRequest<RepeatReview>) {
  const { end_customer_id, params, body, caller } = request
  // Imports decide by what is there, so none of them runs meanwhile.
  await lockEndCustomer(tx, end_customer_id)
  const found = await findSubjectOfCustomer('camt053_entry', params.entry_id, (id) =>
    lockWithTwin(tx, end_customer_id, id),
  )
  requireOther(found, body.decision)
  const { entry_id, repeat_state } = found
  const other_id =
    repeat_state === 'undecided'
      ? (found.possible_repeat_of ?? '')
      : await takeDecisionBack(tx, end_customer_id, found, { reason: body.reason, taken_back_by: caller.key_id })
  const reason = { reason: body.reason, decided_by: caller.key_id }
  if (body.decision === 'new') {
    await keepAsNew(tx, end_customer_id, [entry_id], reason)
    await insertPaymentsOf(tx, end_customer_id, [await withDetails(tx, end_customer_id, found)])
    const joined = await joinAgain(tx, end_customer_id, found, [entry_id, other_id])
    const { body: changed } = await answerChanged(tx, deps, end_customer_id, [entry_id, other_id], joined)
    return { body: { ...changed, warnings: await warnOfContradictions(tx, end_customer_id, found) } }
  }
  const original_id = await findOriginal(tx, end_customer_id, other_id)
  const keys = [
    await findStatementsWith(tx, end_customer_id, [entry_id]),
    await findStatementsWith(tx, end_customer_id, [original_id]),
  ] as const
  const freed = await linkRepeats(tx, end_customer_id, [{ entry_id, original_id }], reason)
  const joined = await joinAgain(tx, end_customer_id, found, [entry_id, original_id, ...freed])
  const { body: changed } = await answerChanged(tx, deps, end_customer_id, [entry_id, original_id, ...freed], joined)
  return { body: { ...changed, warnings: await warnOfRepeat(tx, end_customer_id, found, keys) } }
}

/** What its payments are made of, however many they are: parsed some at a time. */
async function withDetails(tx: Tx, end_customer_id: string, found: PossibleRepeat) {
  const { entry_id, bank_entry } = found
  const tx_details = await readAllDetails(tx, 'camt053_entries', end_customer_id, entry_id)
  return { ...found, bank_entry: { ...bank_entry, tx_details } }
}

/** A notification may wait for what is new, and that of a repeat is one of its original. */
function joinAgain(
  tx: Tx,
  end_customer_id: string,
  { bank_entry: { booking_date } }: PossibleRepeat,
  entry_ids: readonly string[],
) {
  return joinNotifications(tx, end_customer_id, booking_date === null ? [] : [booking_date], { entry_ids })
}

/** A bank entry that has an equal one under the other name of its account is in doubt as soon as nothing uses it. */
async function lockWithTwin(tx: Tx, end_customer_id: string, entry_id: string): Promise<PossibleRepeat | null> {
  const found = await lockPossibleRepeat(tx, end_customer_id, entry_id)
  if (found === null || found.repeat_state !== null) return found
  const other_id = await findTwinOf(tx, end_customer_id, entry_id)
  if (other_id === null) return found
  await putInDoubt(tx, end_customer_id, [{ entry_id, other_id }])
  await undoReturns(tx, end_customer_id, entry_id)
  return lockPossibleRepeat(tx, end_customer_id, entry_id)
}

/** @throws ApiError state_conflict where nothing is in doubt, or this is decided */
function requireOther({ repeat_state, possible_repeat_of }: PossibleRepeat, decision: RepeatReview['decision']): void {
  if (repeat_state === null || possible_repeat_of === null)
    throw new ApiError('state_conflict', 'This bank entry was never in doubt.')
  if (repeat_state !== decision) return
  const other = publicId('camt053_entry', possible_repeat_of)
  const message = repeat_state === 'new' ? `It is new, and no repeat of ${other}.` : `It is a repeat of ${other}.`
  throw new ApiError('state_conflict', `That is decided already: ${message}`)
}
