import { isOpenDay } from '../../shared/accounting/reversal-date.ts'
import { nowAsTimestamp, todayInSwitzerland } from '../../shared/clock.ts'
import type { ReversalRequest } from '../../shared/contract/source-facts.ts'
import { ApiError, validationFailed } from '../../shared/errors.ts'
import { newUuid, uuidOf } from '../../shared/ids.ts'
import { enqueue } from '../../shared/jobs.ts'
import { readBooks } from '../../shared/store/books.ts'
import type { Tx } from '../../shared/store/database.ts'
import { insertIntent } from '../../shared/store/intents.ts'
import { findSourceFact, lockSourceFact, type SourceFactWithIntents } from '../../shared/store/source-facts.ts'
import type { ApiDeps, MutatingRequest } from '../endpoint.ts'
import { presentSourceFact } from '../present/source-fact.ts'

/** Asks for the reversal (Storno) of a posted fact; the worker books it, and the fact is reversed then. */
export async function reverseSourceFact(tx: Tx, deps: ApiDeps, request: MutatingRequest<ReversalRequest>) {
  const { body, caller, params, request_id } = request
  const end_customer_id = body.end_customer_id.toLowerCase()
  const source_fact_id = uuidOf('source_fact', params.source_fact_id ?? '')
  const locked = source_fact_id && (await lockSourceFact(tx, { end_customer_id, source_fact_id }))
  if (!locked) throw new ApiError('not_found', 'There is no such source fact for this end customer.')
  const fact = (await findSourceFact(tx, source_fact_id, [end_customer_id])) as SourceFactWithIntents
  requireReversible(fact)
  await requireOpenDay(tx, end_customer_id, body.posting_date)
  const { reason, posting_date } = body
  const intent = await insertIntent(tx, {
    end_customer_id,
    intent_id: newUuid(),
    intent_type: 'source_fact_reversal',
    subject_id: source_fact_id,
    request: posting_date === undefined ? { reason } : { reason, posting_date },
    actor_id: caller.key_id,
    request_id,
    created_at: nowAsTimestamp(),
  })
  const { intent_id } = intent
  await enqueue(tx, deps.boss, 'ledger.post', [{ data: { end_customer_id, intent_id }, options: { id: intent_id } }])
  const current = async () => {
    const now = await findSourceFact(deps.pool, source_fact_id, [end_customer_id])
    return now?.intents.every(({ state }) => state !== 'pending') ? presentSourceFact(now) : null
  }
  return { body: presentSourceFact({ ...fact, intents: [...fact.intents, intent] }), current }
}

function requireReversible({ state, intents }: SourceFactWithIntents): void {
  const isUnderWay = intents.some((intent) => intent.state === 'pending' || intent.state === 'blocked')
  if (state === 'posted' && !isUnderWay) return
  const reason = isUnderWay ? 'its reversal is already under way' : `it is ${state}`
  const message = `Only a posted fact can be reversed, and once; ${reason}.`
  const code = state === 'reversed' ? 'already_reversed' : isUnderWay ? 'reversal_under_way' : 'not_posted'
  throw new ApiError('state_conflict', message, [{ pointer: '/state', code, message }])
}

async function requireOpenDay(tx: Tx, end_customer_id: string, posting_date: string | undefined): Promise<void> {
  if (posting_date === undefined) return
  const books = (await readBooks(tx, [end_customer_id])).get(end_customer_id)
  if (books && isOpenDay(books, posting_date, todayInSwitzerland())) return
  const message = `${posting_date} lies in a closed fiscal year, a locked period or outside all fiscal years. Leave it out.`
  throw validationFailed([{ pointer: '/posting_date', code: 'posting_date_not_open', message }])
}
