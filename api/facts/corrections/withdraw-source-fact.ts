import { RETURNS_SYSTEM } from '../../../shared/accounting/bank-returns/voucher-of-return.ts'
import { RULES_SYSTEM } from '../../../shared/accounting/bank-rules/fact-of-rule.ts'
import type { FactState, WithdrawalRequest } from '../../../shared/contract/facts/source-facts.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { publicId } from '../../../shared/process/ids.ts'
import { enqueue } from '../../../shared/queue/enqueue.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import {
  findSourceFact,
  lockSourceFact,
  type SourceFactRow,
  type SourceFactWithIntents,
} from '../../../shared/store/facts/source-facts.ts'
import { saveFactWithdrawal } from '../../../shared/store/facts/withdrawals.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { appendEvents, plainEvent } from '../../../shared/store/platform/events.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { findSubjectOfCustomer } from '../../http/subject.ts'
import { presentSourceFact } from '../present-source-fact.ts'
import { takeReturnBack } from './take-return-back.ts'

/**
 * Takes a fact back that is not booked. It holds the ledger, under which facts are decided, so a fact is either booked or
 * withdrawn. Nothing waits for a fact that is not booked, so nothing else is evaluated again.
 */
export async function withdrawSourceFact(tx: Tx, { boss }: ApiDeps, request: MutatingRequest<WithdrawalRequest>) {
  const { body, caller, end_customer_id, request_id } = request
  await lockLedgers(tx, [end_customer_id])
  const fact = await requireWithdrawable(tx, request)
  const { source_fact_id } = fact
  const ofReturn = fact.source_system === RETURNS_SYSTEM ? await takeReturnBack(tx, fact, caller.key_id) : null
  const { reason } = body
  const withdrawn_at = nowAsTimestamp()
  await saveFactWithdrawal(tx, fact, { reason, actor_id: caller.key_id, request_id, withdrawn_at })
  if (BOOK_PROPOSALS.has(fact.source_system)) {
    const options = { singletonKey: end_customer_id }
    await enqueue(tx, boss, 'settlement.match', [{ data: { end_customer_id }, options }])
  }
  const subject = { end_customer_id, subject_type: 'source_fact', subject_id: source_fact_id } as const
  await appendEvents(tx, [plainEvent(subject, 'fact.withdrawn'), ...((await ofReturn?.()) ?? [])])
  const withdrawn = (await findSourceFact(tx, source_fact_id, [end_customer_id])) as SourceFactWithIntents
  return { body: presentSourceFact(withdrawn) }
}

/** @throws ApiError not_found; state_conflict for a fact that is decided for good */
export async function requireWithdrawable(
  tx: Tx,
  { end_customer_id, params }: Pick<MutatingRequest<unknown>, 'end_customer_id' | 'params'>,
): Promise<SourceFactRow> {
  const fact = await findSubjectOfCustomer('source_fact', params.source_fact_id, (id) =>
    lockSourceFact(tx, { end_customer_id, source_fact_id: id }),
  )
  requireUndecided(fact)
  return fact
}

/** What their vouchers were to book is proposed again. */
const BOOK_PROPOSALS: ReadonlySet<string> = new Set([RETURNS_SYSTEM, RULES_SYSTEM])

type FactRefusal = { readonly code: DetailCode; readonly sentence: (fact: SourceFactRow) => string }

/** Why a fact cannot be withdrawn in a state, and what to do instead; null where it can. */
const REFUSALS: Readonly<Record<FactState, FactRefusal | null>> = {
  received: null,
  blocked: null,
  posted: {
    code: 'already_posted',
    sentence: (fact) => `It is booked. Reverse it: POST /v1/source-facts/${idOf(fact)}/reverse.`,
  },
  reversed: {
    code: 'already_reversed',
    sentence: () => 'It was booked and is reversed, so nothing of it is left to take back.',
  },
  superseded: {
    code: 'already_superseded',
    sentence: ({ superseded_by }) =>
      `It is superseded and is never booked. Withdraw or reverse the fact that took its place: ${
        superseded_by && publicId('source_fact', superseded_by)
      }.`,
  },
  withdrawn: {
    code: 'already_withdrawn',
    sentence: () => 'It is withdrawn already. If it is to be booked after all, send a new fact.',
  },
}

function requireUndecided(fact: SourceFactRow): void {
  const refusal = REFUSALS[fact.state]
  if (!refusal) return
  const { code, sentence } = refusal
  const message = `Only a fact that waits or is blocked can be withdrawn. ${sentence(fact)}`
  throw new ApiError('state_conflict', message, [{ pointer: '/state', code, message }])
}

function idOf({ source_fact_id }: SourceFactRow): string {
  return publicId('source_fact', source_fact_id)
}
