import { publicId } from '../../shared/process/ids.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'

/** The asynchronous work that a request caused. Its timestamps come out of JSON, so they are brought into one form. */
export function presentIntent(intent: IntentRow) {
  return {
    object: 'intent',
    id: publicId('intent', intent.intent_id),
    type: intent.intent_type,
    state: intent.state,
    blockers: intent.blockers,
    result: intent.result,
    created_at: new Date(intent.created_at).toISOString(),
    completed_at: intent.completed_at && new Date(intent.completed_at).toISOString(),
  }
}
