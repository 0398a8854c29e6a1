import { EVALUATION_FAILED } from '../../shared/accounting/facts/blockers.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import { lockLedgers } from '../../shared/store/journal/ledger-heads.ts'
import { appendEvents } from '../../shared/store/platform/events.ts'
import { lockOpenIntents, saveIntentOutcomes } from '../../shared/store/settlement/intents.ts'
import type { WorkerDeps } from '../job.ts'
import { eventsOfIntent } from '../platform/events-of-outcomes.ts'

type IntentKey = Jobs['ledger.post']

const POSTING_FAILED = { ...EVALUATION_FAILED, message: 'The service could not post it.', pointer: '' }

/**
 * Blocks an intent whose execution cannot succeed, so that its sender sees it and nobody waits for it. The log has the
 * error; the blocker has nothing of it.
 */
export async function blockFailedIntent(deps: WorkerDeps, key: IntentKey, error: unknown): Promise<void> {
  await deps.pool.transaction(async (tx) => {
    await lockLedgers(tx, [key.end_customer_id])
    const intents = await lockOpenIntents(tx, [key])
    const blocked = { state: 'blocked' as const, blockers: [POSTING_FAILED], result: null }
    const outcomes = intents.map((intent) => ({ intent, outcome: { ...idsOf(intent), ...blocked } }))
    await saveIntentOutcomes(
      tx,
      outcomes.map(({ outcome }) => outcome),
    )
    await appendEvents(
      tx,
      outcomes.flatMap(({ intent, outcome }) => eventsOfIntent(intent, outcome, null)),
    )
  })
  logFailedIntent(deps, key, error)
}

export function logFailedIntent({ log }: WorkerDeps, { end_customer_id, intent_id }: IntentKey, error: unknown): void {
  log.error({ err: error, end_customer_id, intent_id }, 'an intent could not be executed')
}

function idsOf({ end_customer_id, intent_id }: IntentKey): IntentKey {
  return { end_customer_id, intent_id }
}
