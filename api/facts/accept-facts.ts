import { UniqueIntegrityConstraintViolationError } from 'slonik'
import type { Db, Pool, Tx } from '../../shared/store/db/database.ts'
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
import type { FactOutcome } from '../http/api-deps.ts'
import { replayOrConflict } from '../http/idempotency.ts'
import { bodyKeyOf, bodyKeyText, isSameFact } from './new-fact.ts'
import { presentSourceFact } from './present-source-fact.ts'

/**
 * Accepts a group of facts in one transaction: idempotency records, facts and jobs. Each request gets its own outcome;
 * replays and conflicts are outcomes too, never exceptions, so that none of them undoes the others. Requests that came
 * after a refused one with their key have a transaction after it.
 */
export async function acceptFacts(pool: Pool, facts: readonly NewSourceFact[]): Promise<FactOutcome[]> {
  const leaders = new Map(facts.map((fact) => [keyOf(fact), fact]).reverse() as [string, NewSourceFact][])
  const group = [...leaders.values()]
  const outcomes = (await acceptNew(pool, group)) ?? (await pool.transaction((tx) => acceptMixed(tx, group)))
  const byKey = new Map(group.map((fact, index) => [keyOf(fact), outcomes[index] as FactOutcome]))
  const answered = new Map(
    facts.map((fact) => [fact, outcomeFor(fact, leaders.get(keyOf(fact)) as NewSourceFact, byKey)]),
  )
  const open = facts.filter((fact) => answered.get(fact) === null)
  const later = open.length > 0 ? await acceptFacts(pool, open) : []
  for (const [index, fact] of open.entries()) answered.set(fact, later[index] as FactOutcome)
  return facts.map((fact) => answered.get(fact) as FactOutcome)
}

/**
 * Requests of one group with the same key: the first leads, the others are answered as if they had come after it.
 *
 * @returns null for another request than one that was refused: the key may be free for it, or be its rightful one
 */
function outcomeFor(
  fact: NewSourceFact,
  leader: NewSourceFact,
  outcomes: ReadonlyMap<string, FactOutcome>,
): FactOutcome | null {
  const outcome = outcomes.get(keyOf(fact)) as FactOutcome
  if (fact === leader) return outcome
  if (outcome.kind === 'conflict') return fact.fingerprint === leader.fingerprint ? outcome : null
  const repeated = replayOrConflict(leader, fact)
  return repeated.kind === 'conflict' ? repeated : { ...outcome, kind: 'replayed' }
}

/**
 * The usual group: new facts, and perhaps a repeated request. One round trip.
 *
 * @returns null where a body key is taken
 */
async function acceptNew(pool: Pool, facts: readonly NewSourceFact[]): Promise<FactOutcome[] | null> {
  const taken = await pool.connect((connection) => acceptOrNull(connection, facts))
  if (taken === null) return null
  const repeated = facts.filter((_, index) => taken.has(index))
  const records = await findIdempotencyRecords(pool, repeated)
  return facts.map((fact, index) => (taken.has(index) ? replay(fact, records) : created(fact)))
}

/** The pool ends a connection whose user throws, so a refusal is caught while the connection is held. */
function acceptOrNull(connection: Db, facts: readonly NewSourceFact[]): Promise<ReadonlySet<number> | null> {
  return acceptNewFacts(connection, facts).catch((error) => {
    if (error instanceof UniqueIntegrityConstraintViolationError) return null
    throw error
  })
}

/** Some fact of the group is known under another header key: each is decided alone. */
async function acceptMixed(tx: Tx, facts: readonly NewSourceFact[]): Promise<FactOutcome[]> {
  const acceptances = await acceptSourceFacts(tx, facts)
  const status = new Map(acceptances.map((acceptance) => [acceptance.ordinal, acceptance]))
  const taken = facts.filter((_, index) => !status.get(index)?.is_claimed)
  const records = await findIdempotencyRecords(tx, taken)
  const repeated = facts.filter((_, index) => isKnown(status.get(index)))
  const known = await findSourceFactsByBodyKey(tx, repeated.map(bodyKeyOf))
  const outcomes: FactOutcome[] = []
  for (const [index, fact] of facts.entries()) {
    const acceptance = status.get(index)
    if (acceptance?.is_created) outcomes.push(created(fact))
    else if (isKnown(acceptance)) outcomes.push(await answerKnown(tx, fact, known))
    else outcomes.push(replay(fact, records))
  }
  return outcomes
}

function created({ response, source_fact_id }: NewSourceFact): FactOutcome {
  return { kind: 'created', response, source_fact_id }
}

function isKnown(acceptance: Acceptance | undefined): boolean {
  return Boolean(acceptance?.is_claimed && !acceptance.is_created)
}

/** Another header key, but a body key that we have: the fact as it is now, or a conflict that leaves no trace. */
async function answerKnown(tx: Tx, fact: NewSourceFact, known: readonly SourceFactWithIntents[]): Promise<FactOutcome> {
  const found = known.find((candidate) => bodyKeyText(candidate) === bodyKeyText(bodyKeyOf(fact)))
  if (!found || !isSameFact(found, fact)) {
    await deleteIdempotencyRecord(tx, fact)
    return { kind: 'conflict', pointer: '/idempotency_key' }
  }
  const response = JSON.stringify(presentSourceFact(found))
  await updateIdempotencyRecord(tx, fact, response)
  return { kind: 'created', response, source_fact_id: null }
}

function replay(fact: NewSourceFact, records: readonly IdempotencyRecord[]): FactOutcome {
  const record = records.find((candidate) => keyOf(candidate) === keyOf(fact))
  const answer = replayOrConflict(record, fact)
  return answer.kind === 'conflict' ? answer : { ...answer, source_fact_id: null }
}

function keyOf({ client_id, idempotency_key }: IdempotencyKey): string {
  return `${client_id} ${idempotency_key}`
}
