import type { WebhookPositionQuery } from '../../shared/contract/webhooks/webhook-deliveries.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { isUuid } from '../http/body/validate.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { presentPage, unknownCursor } from '../http/page.ts'
import { findNamed } from './find-own.ts'
import { listPositionsEverywhere } from './places/list-positions-everywhere.ts'
import { presentPosition } from './present-webhook.ts'

/** How far a subscription has come, in the order of its end customers. */
export async function readWebhookPositions(
  deps: ApiDeps,
  { caller, params, query }: ReadRequest<WebhookPositionQuery>,
) {
  const { limit = 100, starting_after = null } = query
  if (starting_after !== null && !isUuid(starting_after)) throw unknownCursor()
  const { subscription_id } = await findNamed(deps.pool, caller, params.subscription_id)
  const listed = await listPositionsEverywhere(deps, subscription_id, starting_after, limit)
  return presentPage('webhook_position_list', listed, presentPosition)
}

/** What the page of positions shows: each with the way to its attempts, which are those of one end customer. */
export async function readPositionsPage(deps: ApiDeps, request: ReadRequest<WebhookPositionQuery>) {
  const { data, ...listed } = await readWebhookPositions(deps, request)
  const path = `/v1/webhook-subscriptions/${request.params.subscription_id}/attempts`
  const withAttempts = data.map((position) => ({
    ...position,
    attempts: `${path}?end_customer_id=${position.end_customer_id}`,
  }))
  return { ...listed, data: withAttempts }
}
