import type { WebhookPositionQuery } from '../../shared/contract/webhooks/webhook-deliveries.ts'
import { listWebhookPositions } from '../../shared/store/webhooks/webhook-positions.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { isUuid } from '../http/body/validate.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { presentPage, unknownCursor } from '../http/page.ts'
import { findNamed } from './find-own.ts'
import { presentPosition } from './present-webhook.ts'

/** How far a subscription has come, in the order of its end customers. */
export async function readWebhookPositions(
  { pool }: ApiDeps,
  { caller, params, query }: ReadRequest<WebhookPositionQuery>,
) {
  const { limit = 100, starting_after = null } = query
  if (starting_after !== null && !isUuid(starting_after)) throw unknownCursor()
  const { subscription_id } = await findNamed(pool, caller, params.subscription_id)
  const listed = await listWebhookPositions(pool, subscription_id, starting_after, limit)
  return presentPage('webhook_position_list', listed, presentPosition)
}
