import type { WebhookChangeRequest } from '../../shared/contract/webhooks/webhook-subscriptions.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { updateWebhookSubscription } from '../../shared/store/webhooks/change-webhook-subscriptions.ts'
import { placeWebhookPositions, retryWebhookPositions } from '../../shared/store/webhooks/webhook-positions.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { contentOf, requireFitUrl, requireWebhooks } from './content-of-webhook.ts'
import { findOwn, lockNamed } from './find-own.ts'
import { presentWebhook } from './present-webhook.ts'

/** Changes a subscription. One that is on goes on from where it has stopped, and tries at once what has failed. */
export async function changeWebhook(
  tx: Tx,
  { config }: ApiDeps,
  { body, caller, params, request_id }: MutatingRequest<WebhookChangeRequest>,
) {
  requireWebhooks(config)
  const before = await lockNamed(tx, caller, params.subscription_id)
  const { subscription_id } = before
  requireFitUrl(config, body.url)
  const content = contentOf(caller, body)
  await updateWebhookSubscription(tx, subscription_id, content, { actor_id: caller.key_id, request_id })
  await placeWebhookPositions(tx, subscription_id, content.end_customer_ids, before.end_customer_ids === null)
  if (content.state === 'on') await retryWebhookPositions(tx, subscription_id)
  return { body: presentWebhook(await findOwn(tx, caller, subscription_id)) }
}
