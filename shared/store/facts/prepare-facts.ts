import { type PreparedFact, prepareFact } from '../../accounting/facts/prepare-fact.ts'
import type { Pause } from '../../process/pause.ts'
import { type Db, row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import { FACT_KEY } from './fact-key.ts'
import { type FactKey, factColumns, factsThenStates, type SourceFactRow } from './source-facts.ts'
import { findWaitingFacts, type WaitingFact } from './waiting-facts.ts'

/** A prepared fact of a batch, with its state before the batch. */
export type LoadedFact = PreparedFact & Pick<SourceFactRow, 'state' | 'blockers' | 'created_at'>

/** More lines than a usual voucher has, and few enough for a batch of them. */
const MANY_LINES = 100
/** More lines than a voucher may have. */
const ANY_LINES = 32_767

/** What is decided now, and the ids of facts that go on waiting. */
type FactsOfTurn = { readonly facts: LoadedFact[]; readonly left: ReadonlySet<string> }
const NONE: ReadonlySet<string> = new Set()

type FailedReading = { readonly fact: FactKey; readonly error: unknown }

/** All facts of a batch that cannot be read, so that it is tried once without them and not once for each. */
export class FactsUnreadable extends Error {
  readonly failed: readonly FailedReading[]
  constructor(failed: readonly FailedReading[]) {
    super(`${failed.length} facts cannot be read`)
    this.failed = failed
  }
}

/**
 * Reads facts and prepares them. This needs no lock, because the request of a fact never changes. Long vouchers are
 * left to the transaction that takes them: a batch of them would be a quarter of a gigabyte.
 *
 * @param pause after each fact: above all for the batch that holds the ledgers meanwhile
 * @throws FactsUnreadable
 */
export function prepareFacts(db: Db, keys: readonly FactKey[], pause: Pause): Promise<Map<string, LoadedFact>> {
  return prepare(db, keys, MANY_LINES, pause)
}

async function prepare(db: Db, keys: readonly FactKey[], most_lines: number, pause: Pause) {
  const facts = await readFacts(db, keys, most_lines)
  const prepared = new Map<string, LoadedFact>()
  const failed: FailedReading[] = []
  for (const fact of facts) {
    try {
      prepared.set(fact.source_fact_id, prepareFact(fact))
    } catch (error) {
      failed.push({ fact, error })
    }
    await pause()
  }
  if (failed.length > 0) throw new FactsUnreadable(failed)
  return prepared
}

/** What a fact is prepared from; a batch reads no more of it. */
type ReadFact = Pick<
  SourceFactRow,
  | 'end_customer_id'
  | 'source_fact_id'
  | 'fact_type'
  | 'state'
  | 'source_system'
  | 'external_reference'
  | 'business_date'
  | 'request'
  | 'request_hash'
  | 'duplicate_key'
  | 'blockers'
  | 'actor_id'
  | 'request_id'
  | 'created_at'
>

/** Facts as they were accepted, which never changes; their decisions may be outdated at once. */
export function readFacts(db: Db, keys: readonly FactKey[], most_lines = ANY_LINES): Promise<readonly ReadFact[]> {
  return db.any(sql.prepared('read_facts', row<ReadFact>())`
    select fact.end_customer_id, fact.source_fact_id, fact_type, state, source_system, external_reference, business_date,
      request, request_hash, duplicate_key, blockers, actor_id, request_id, created_at
    from ${recordset('wanted', FACT_KEY, keys)}
    -- sql.md: lateral limit 1; sql.md: no other index
    cross join lateral (
      select ${factColumns}, lines from ${factsThenStates}
      where fact.source_fact_id = wanted.source_fact_id
        and fact.end_customer_id is not distinct from wanted.end_customer_id
      limit 1
    ) fact
    where coalesce(lines, 0) <= ${most_lines}
  `)
}

/**
 * The facts of a batch that wait for a decision now that their ledgers are locked, in the order in which they came.
 *
 * @param keys of the facts that jobs name
 * @param extra_customers end customers whose oldest few facts are decided too
 * @param prepared named facts; any other waiting fact is read and prepared here
 * @param turnOf those of the waiting facts that have their turn now
 */
export async function loadWaitingFacts(
  db: Db,
  keys: readonly FactKey[],
  extra_customers: readonly string[],
  prepared: ReadonlyMap<string, LoadedFact>,
  turnOf: (waiting: readonly WaitingFact[]) => readonly WaitingFact[],
  pause: Pause,
): Promise<FactsOfTurn> {
  const waiting = await findWaitingFacts(db, keys, extra_customers)
  const turn = turnOf(waiting)
  const missing = turn.filter(({ source_fact_id }) => !prepared.has(source_fact_id))
  const all =
    missing.length === 0 ? prepared : new Map([...prepared, ...(await prepare(db, missing, ANY_LINES, pause))])
  const facts = turn.flatMap((now) => {
    const fact = all.get(now.source_fact_id)
    return fact ? [asItIsNow(fact, now)] : []
  })
  return { facts, left: turn === waiting ? NONE : leftBy(waiting, turn) }
}

function leftBy(waiting: readonly WaitingFact[], turn: readonly WaitingFact[]): ReadonlySet<string> {
  const ids = new Set(waiting.map(({ source_fact_id }) => source_fact_id))
  for (const { source_fact_id } of turn) ids.delete(source_fact_id)
  return ids
}

/** A copy only of a fact that has changed meanwhile; most facts were never decided before. */
function asItIsNow(fact: LoadedFact, { state, blockers }: WaitingFact): LoadedFact {
  const isSame = fact.state === state && fact.blockers.length === 0 && blockers.length === 0
  return isSame ? fact : { ...fact, state, blockers }
}
