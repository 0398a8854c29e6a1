import { hasReevaluationWaiting } from '../../shared/store/platform/queue-state.ts'
import type { ApiDeps } from './api-deps.ts'
import type { Current } from './endpoint.ts'

/** The answer to a change of the settings for a client that waits: once every fact that it concerns is evaluated anew. */
export function onceReevaluated({ pool }: ApiDeps, end_customer_id: string, body: object): Current {
  return async () => ((await hasReevaluationWaiting(pool, end_customer_id)) ? null : body)
}
