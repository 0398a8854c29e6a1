import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type PreparedFact, prepareFact } from '../../../shared/accounting/facts/prepare-fact.ts'
import { sourceFactBatchTrial } from '../../../shared/contract/facts/fact-trials.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import { findSourceFactsByBodyKey } from '../../../shared/store/facts/source-facts.ts'
import { useSnapshotIsolation } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { BatchRequest, RejectedItem } from '../../http/endpoint.ts'
import { keyConflictDetail } from '../../http/idempotency.ts'
import type { Trial } from '../../http/trial.ts'
import { customersOf, partsByPlace } from '../batches/batch-places.ts'
import { bodyKeyOf, bodyKeyText, isSameFact } from '../new-fact.ts'
import type { BatchItem } from '../read-batch-item.ts'
import { type DecidedTrial, decideTried, loadTried } from './decide-tried.ts'
import { presentFactTrial, presentKnown } from './present-trial.ts'

/**
 * What would become of the items of a batch. A later item sees the earlier ones, as it does when they are booked. The
 * rules run when the transaction is over, and other requests have their turn between any two items.
 */
export const trySourceFacts: Trial = { response: sourceFactBatchTrial, run: tryFacts }

type TriedItem = BatchItem | RejectedItem
/** Who has the body key of an item: a stored fact, or an earlier item. */
type KeyHolder = Parameters<typeof isSameFact>[0] & { readonly known_as: string | null }

async function tryFacts(deps: ApiDeps, { body: items }: Pick<BatchRequest<BatchItem>, 'body'>) {
  const tried = items.flatMap((item) => ('row' in item ? [item] : []))
  const parts = partsByPlace(deps, await deps.databases.ofEach(customersOf(items)), tried)
  const decided = new Map<string, DecidedTrial>()
  const holders = new Map<TriedItem, KeyHolder>()
  for (const part of parts) {
    const { context, facts, holders: its } = await loadPart(part.deps, part.facts)
    for (const [item, holder] of its) holders.set(item, holder)
    for (const [id, trial] of await decideTried(deps, context, facts, nextTurn)) decided.set(id, trial)
  }
  const data: ItemTrial[] = []
  for (const item of items) {
    data.push(answerOf(item, holders, decided))
    await nextTurn()
  }
  return { object: 'source_fact_batch_trial' as const, data, counts: countsOf(data) }
}

/** What decisions on the items of one database depend on, from one snapshot of it. */
function loadPart({ pool }: ApiDeps, items: readonly BatchItem[]) {
  return pool.transaction(async (tx) => {
    await useSnapshotIsolation(tx)
    const stored = (
      await findSourceFactsByBodyKey(
        tx,
        items.map(({ row }) => bodyKeyOf(row)),
      )
    ).map((fact) => ({ ...fact, known_as: fact.source_fact_id }))
    const holders = holdersOf(items, new Map(stored.map((fact) => [bodyKeyText(fact), fact])))
    const facts = await prepareEach(items.filter((item) => !holders.has(item)))
    return { holders, facts, context: await loadTried(tx, facts) }
  })
}

function answerOf(
  item: TriedItem,
  holders: ReadonlyMap<TriedItem, KeyHolder>,
  decided: ReadonlyMap<string, DecidedTrial>,
): ItemTrial {
  if (!('row' in item)) return answer('rejected', item.details)
  const holder = holders.get(item)
  if (holder) return answerKnown(item, holder)
  const its = decided.get(item.row.source_fact_id)
  assert(its, 'an item that is no repetition is decided')
  return { ...answer('created', []), trial: presentFactTrial(item.row, its, null) }
}

/** Of two items with one key, the first is the one that is taken. */
function holdersOf(
  items: readonly BatchItem[],
  stored: ReadonlyMap<string, KeyHolder>,
): ReadonlyMap<BatchItem, KeyHolder> {
  const byKey = new Map(stored)
  const holders = new Map<BatchItem, KeyHolder>()
  for (const item of items) {
    const key = bodyKeyText(bodyKeyOf(item.row))
    const holder = byKey.get(key)
    if (holder) holders.set(item, holder)
    else byKey.set(key, { ...item.row, known_as: null })
  }
  return holders
}

async function prepareEach(items: readonly BatchItem[]): Promise<PreparedFact[]> {
  const facts: PreparedFact[] = []
  for (const { row, fact } of items) {
    facts.push(prepareFact({ ...row, request: fact.request }))
    await nextTurn()
  }
  return facts
}

type TrialOutcome = 'created' | 'replayed' | 'conflict' | 'rejected'

type ItemTrial = {
  readonly outcome: TrialOutcome
  readonly trial: ReturnType<typeof presentFactTrial> | null
  readonly known_as: string | null
  readonly details: readonly ErrorDetail[]
}

function answer(outcome: TrialOutcome, details: readonly ErrorDetail[], known_as: string | null = null): ItemTrial {
  return { outcome, trial: null, known_as: presentKnown(known_as), details }
}

function answerKnown({ row }: BatchItem, holder: KeyHolder) {
  if (isSameFact(holder, row)) return answer('replayed', [], holder.known_as)
  return answer('conflict', [keyConflictDetail('/idempotency_key')], holder.known_as)
}

function countsOf(data: readonly ItemTrial[]) {
  const counts = { posted: 0, blocked: 0, superseded: 0, replayed: 0, conflict: 0, rejected: 0 }
  for (const { outcome, trial } of data) {
    const state = trial ? trial.state : outcome
    assert(state in counts, `an item that is tried is not ${state}`)
    counts[state as keyof typeof counts] += 1
  }
  return counts
}
