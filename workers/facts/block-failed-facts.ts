import { EVALUATION_FAILED } from '../../shared/accounting/facts/blockers.ts'
import { idFields } from '../../shared/process/log-context.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { factDecisionsUpdate } from '../../shared/store/facts/fact-states.ts'
import type { FactKey } from '../../shared/store/facts/source-facts.ts'
import { findWaitingFacts } from '../../shared/store/facts/waiting-facts.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { appendEvents } from '../../shared/store/platform/events.ts'
import type { WorkerDeps } from '../job.ts'
import { eventsOfDecisions } from '../platform/events-of-outcomes.ts'

export type Failed = { readonly fact: FactKey; readonly error: unknown }

/**
 * Blocks facts whose evaluation cannot succeed, so that their senders see it and nobody waits for them. The log has the
 * errors; the blocker has nothing of them.
 *
 * @param complete completes their jobs in the same transaction
 */
export async function blockFailedFacts(
  deps: WorkerDeps,
  failed: readonly Failed[],
  complete: (tx: Tx) => Promise<void>,
): Promise<void> {
  const keys = failed.map(({ fact }) => fact)
  const block = async (tx: Tx) => {
    await lockLedgers(tx, [...new Set(keys.map(({ end_customer_id }) => end_customer_id))])
    const ids = new Set(keys.map(({ source_fact_id }) => source_fact_id))
    const waiting = (await findWaitingFacts(tx, keys)).filter(({ source_fact_id }) => ids.has(source_fact_id))
    const decisions = waiting.map(({ end_customer_id, source_fact_id }) => ({
      end_customer_id,
      source_fact_id,
      state: 'blocked' as const,
      blockers: [EVALUATION_FAILED],
      warnings: [],
      journal_entry_id: null,
      superseded_by: null,
    }))
    if (decisions.length > 0) await tx.query(factDecisionsUpdate(decisions))
    await complete(tx)
    await appendEvents(tx, eventsOfDecisions(decisions, waiting))
  }
  await deps.waitForLedgers(() => deps.pool.transaction(block))
  logFailures(deps, failed)
}

/** One line for each error, however many facts have it: a thousand facts of one sender often fail for one reason. */
export function logFailures({ log }: WorkerDeps, failed: readonly Failed[]): void {
  const byMessage = Map.groupBy(failed, ({ error }) => (error instanceof Error ? error.message : String(error)))
  for (const [first, ...others] of byMessage.values()) {
    if (!first) continue
    const ids = [first, ...others].map(({ fact }) => fact.source_fact_id)
    const { end_customer_id } = first.fact
    log.error({ err: first.error, end_customer_id, ...idFields('source_fact', ids) }, 'a fact could not be evaluated')
  }
}
