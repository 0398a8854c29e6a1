import type { Tx } from '../../../shared/store/db/database.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { BatchItem } from '../read-batch-item.ts'
import { type PlacedBatch, partsByPlace } from './batch-places.ts'
import { type RecordedFacts, recordFacts } from './record-facts.ts'

/**
 * Records each fact in the database that has the books of its end customer. The transaction at home holds the Idempotency-Key. The
 * other databases commit theirs within it, side by side; then home does. So the record of the batch is there only where all its facts are.
 * A batch that was cut off is finished by the same request: by their body keys, facts that are there are `replayed`.
 *
 * @throws DatabaseAway before anything is stored, where one of them is known to be
 */
export async function recordInPlaces(
  tx: Tx,
  deps: ApiDeps,
  request: PlacedBatch,
  facts: readonly BatchItem[],
): Promise<RecordedFacts> {
  const { key_id } = request.caller
  const { places } = request
  const parts = places ? partsByPlace(deps, places, facts) : [{ deps, is_home: true, facts }]
  for (const { deps: there } of parts) there.queueDepth.requireRoom(key_id)
  const giveWay = sharedBySeveral(request.giveWay)
  const elsewhere = parts.filter(({ is_home }) => !is_home)
  const settled = await Promise.allSettled(
    elsewhere.map(({ deps: there, facts }) =>
      there.pool.transaction((inner) => recordFacts(inner, there, { ...request, giveWay }, facts)),
    ),
  )
  // Not before all of them have ended: the lock on the Idempotency-Key goes with the transaction at home.
  for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason
  const recorded = settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  for (const part of parts) if (part.is_home) recorded.push(await recordFacts(tx, deps, request, part.facts))
  return {
    created: new Set(recorded.flatMap(({ created }) => [...created])),
    known: new Map(recorded.flatMap(({ known }) => [...known])),
    async findCreated() {
      return (await Promise.all(recorded.map(({ findCreated }) => findCreated()))).flat()
    },
  }
}

/** Parts that run side by side give way together, so that the time which they give to others is counted once. */
function sharedBySeveral(giveWay: () => Promise<void>): () => Promise<void> {
  let giving: Promise<void> | null = null
  return () => {
    giving ??= giveWay().finally(() => {
      giving = null
    })
    return giving
  }
}
