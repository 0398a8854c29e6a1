import { hasReevaluationWaiting } from '../../shared/store/platform/queue-state.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { Current } from '../http/endpoint.ts'

/** For who waits on a change of the settings: its answer, once every fact that it concerns is decided anew. */
export function onceReevaluated({ pool }: ApiDeps, end_customer_id: string, body: object): Current {
  return async () => ((await hasReevaluationWaiting(pool, end_customer_id)) ? null : body)
}
