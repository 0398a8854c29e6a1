import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs.ts'
import { findUndecidedFacts, type RequeueFilter } from '../../store/operations.ts'

const BATCH = 1_000

/**
 * Queues the evaluation of every fact that the filter matches. A fact that is decided meanwhile is left alone by its
 * job, so repeating this is harmless.
 *
 * @returns how many facts were queued
 */
export async function requeueFacts({ pool, boss }: Deps, filter: RequeueFilter): Promise<number> {
  let queued = 0
  let last: string | null = null
  do {
    const after: string | null = last
    const facts = await pool.transaction(async (tx) => {
      const page = await findUndecidedFacts(tx, filter, after, BATCH)
      await enqueue(
        tx,
        boss,
        'facts.evaluate',
        page.map((fact) => ({ data: { ...fact } })),
      )
      return page
    })
    queued += facts.length
    last = facts.length === BATCH ? (facts.at(-1)?.source_fact_id ?? null) : null
  } while (last !== null)
  return queued
}
