import { setImmediate as nextTurn } from 'node:timers/promises'
import { recordEnqueuedJobs } from '../../shared/process/log-context.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { SourceFactWithIntents } from '../../shared/store/facts/source-facts.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { keyConflictDetail } from '../http/idempotency.ts'
import type { PlacedBatch } from './batches/batch-places.ts'
import { recordInPlaces } from './batches/record-in-places.ts'
import { bodyKeyOf, bodyKeyText, isSameFact } from './new-fact.ts'
import { type ItemOutcome, presentBatch } from './present-batch.ts'
import { presentSourceFact } from './present-source-fact.ts'
import type { BatchItem } from './read-batch-item.ts'

/**
 * Accepts many facts with one transaction in each database, and a fixed number of queries there; each item has an outcome. Other requests
 * have their turn between the query, the outcomes and the answer.
 */
export async function recordSourceFacts(tx: Tx, deps: ApiDeps, request: PlacedBatch) {
  const items = request.body
  const facts = items.flatMap((item) => ('row' in item ? [item] : []))
  const { created, known, findCreated } = await recordInPlaces(tx, deps, request, facts)
  recordEnqueuedJobs([...created].map(({ row }) => row.source_fact_id))
  const outcomes = items.map((item): ItemOutcome => {
    if (!('row' in item)) return { outcome: 'rejected', source_fact: null, details: item.details }
    if (created.has(item)) return { outcome: 'created', source_fact: presentSourceFact(item.fact), details: [] }
    return answerKnown(item, known.get(bodyKeyText(bodyKeyOf(item.row))))
  })
  await nextTurn()
  const current = async () => {
    const now = new Map((await findCreated()).map((fact) => [fact.source_fact_id, fact]))
    if ([...now.values()].some(({ state }) => state === 'received')) return null
    return presentBatch(
      outcomes.map((outcome, index) => {
        const item = items[index]
        const fact = item && 'row' in item && now.get(item.row.source_fact_id)
        return fact ? { ...outcome, source_fact: presentSourceFact(fact) } : outcome
      }),
    )
  }
  return { body: presentBatch(outcomes), current }
}

/** The body key is taken: by the same body, or by another one. */
function answerKnown({ row }: BatchItem, known: SourceFactWithIntents | undefined): ItemOutcome {
  if (known && isSameFact(known, row))
    return { outcome: 'replayed', source_fact: presentSourceFact(known), details: [] }
  return { outcome: 'conflict', source_fact: null, details: [keyConflictDetail('/idempotency_key')] }
}
