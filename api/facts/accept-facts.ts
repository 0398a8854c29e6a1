import { UniqueIntegrityConstraintViolationError } from 'slonik'
import type { Tx } from '../../shared/store/db/database.ts'
import {
  type Acceptance,
  acceptNewFacts,
  acceptSourceFacts,
  type NewSourceFact,
} from '../../shared/store/facts/accept-source-facts.ts'
import { findSourceFactsByBodyKey, type SourceFactWithIntents } from '../../shared/store/facts/source-facts.ts'
import {
  deleteIdempotencyRecord,
  findIdempotencyRecords,
  type IdempotencyKey,
  type IdempotencyRecord,
  updateIdempotencyRecord,
} from '../../shared/store/platform/idempotency.ts'
import type { ApiDeps } from '../http/endpoint.ts'
import { bodyKeyOf, bodyKeyText } from './new-fact.ts'
import { presentSourceFact } from './present-source-fact.ts'

/** What became of one request of a group. `source_fact_id` is null where nothing new has to be waited for. */
export type AcceptOutcome =
  | { readonly kind: 'created' | 'replayed'; readonly response: string; readonly source_fact_id: string | null }
  | { readonly kind: 'conflict'; readonly pointer: string }

/**
 * Accepts a group of facts in one transaction: idempotency records, facts and jobs. Each request gets its own outcome;
 * replays and conflicts are outcomes too, never exceptions, so that none of them undoes the others. Those that would have
 * come after a refused one with their key have a transaction after it.
 */
export async function acceptFacts(deps: ApiDeps, facts: readonly NewSourceFact[]): Promise<AcceptOutcome[]> {
  const leaders = new Map(facts.map((fact) => [keyOf(fact), fact]).reverse() as [string, NewSourceFact][])
  const group = [...leaders.values()]
  const outcomes = await acceptNew(deps, group).catch((error) => {
    if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error
    return deps.pool.transaction((tx) => acceptMixed(tx, group))
  })
  const byKey = new Map(group.map((fact, index) => [keyOf(fact), outcomes[index] as AcceptOutcome]))
  const answered = new Map(
    facts.map((fact) => [fact, outcomeFor(fact, leaders.get(keyOf(fact)) as NewSourceFact, byKey)]),
  )
  const open = facts.filter((fact) => answered.get(fact) === null)
  const later = open.length > 0 ? await acceptFacts(deps, open) : []
  for (const [index, fact] of open.entries()) answered.set(fact, later[index] as AcceptOutcome)
  return facts.map((fact) => answered.get(fact) as AcceptOutcome)
}

/**
 * Requests of one group with the same key: the first leads, the others are answered as if they had come after it.
 *
 * @returns null for another request than one that was refused: the key may be free for it, or have been its own
 */
function outcomeFor(
  fact: NewSourceFact,
  leader: NewSourceFact,
  outcomes: ReadonlyMap<string, AcceptOutcome>,
): AcceptOutcome | null {
  const outcome = outcomes.get(keyOf(fact)) as AcceptOutcome
  if (fact === leader) return outcome
  const isSame = fact.fingerprint === leader.fingerprint
  if (outcome.kind === 'conflict') return isSame ? outcome : null
  return isSame ? { ...outcome, kind: 'replayed' } : { kind: 'conflict', pointer: '/idempotency-key' }
}

/** What nearly every group is: facts that nobody has seen, and perhaps a request sent again. One round trip. */
async function acceptNew({ pool }: ApiDeps, facts: readonly NewSourceFact[]): Promise<AcceptOutcome[]> {
  const taken = await acceptNewFacts(pool, facts)
  const repeated = facts.filter((_, index) => taken.has(index))
  const records = await findIdempotencyRecords(pool, repeated)
  return facts.map((fact, index) => (taken.has(index) ? replay(fact, records) : created(fact)))
}

/** Some fact of the group is known under another header key: each is looked at by itself. */
async function acceptMixed(tx: Tx, facts: readonly NewSourceFact[]): Promise<AcceptOutcome[]> {
  const acceptances = await acceptSourceFacts(tx, facts)
  const status = new Map(acceptances.map((acceptance) => [acceptance.ordinal, acceptance]))
  const taken = facts.filter((_, index) => !status.get(index)?.is_claimed)
  const known = facts.filter((_, index) => isKnown(status.get(index)))
  const records = await findIdempotencyRecords(tx, taken)
  const twins = await findSourceFactsByBodyKey(tx, known.map(bodyKeyOf))
  const outcomes: AcceptOutcome[] = []
  for (const [index, fact] of facts.entries()) {
    const acceptance = status.get(index)
    if (acceptance?.is_created) outcomes.push(created(fact))
    else if (isKnown(acceptance)) outcomes.push(await answerKnown(tx, fact, twins))
    else outcomes.push(replay(fact, records))
  }
  return outcomes
}

function created({ response, source_fact_id }: NewSourceFact): AcceptOutcome {
  return { kind: 'created', response, source_fact_id }
}

function isKnown(acceptance: Acceptance | undefined): boolean {
  return Boolean(acceptance?.is_claimed && !acceptance.is_created)
}

/** Another header key, but a body key that we have: the fact as it is now, or a conflict that leaves no trace. */
async function answerKnown(
  tx: Tx,
  fact: NewSourceFact,
  twins: readonly SourceFactWithIntents[],
): Promise<AcceptOutcome> {
  const twin = twins.find((candidate) => bodyKeyText(candidate) === bodyKeyText(bodyKeyOf(fact)))
  if (twin?.request_hash !== fact.request_hash || twin.fact_type !== fact.fact_type) {
    await deleteIdempotencyRecord(tx, fact)
    return { kind: 'conflict', pointer: '/idempotency_key' }
  }
  const response = JSON.stringify(presentSourceFact(twin))
  await updateIdempotencyRecord(tx, fact, response)
  return { kind: 'created', response, source_fact_id: null }
}

function replay(fact: NewSourceFact, records: readonly IdempotencyRecord[]): AcceptOutcome {
  const record = records.find((candidate) => keyOf(candidate) === keyOf(fact))
  if (record?.fingerprint !== fact.fingerprint) return { kind: 'conflict', pointer: '/idempotency-key' }
  return { kind: 'replayed', response: record.response, source_fact_id: null }
}

function keyOf({ client_id, idempotency_key }: IdempotencyKey): string {
  return `${client_id} ${idempotency_key}`
}
