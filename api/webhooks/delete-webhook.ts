import type { WebhookDeletionRequest } from '../../shared/contract/webhooks/webhook-subscriptions.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { deleteWebhookSubscription } from '../../shared/store/webhooks/change-webhook-subscriptions.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { lockNamed } from './find-own.ts'

/** Nothing is sent any more, also where the subscription is made again. */
export async function deleteWebhook(
  tx: Tx,
  _deps: ApiDeps,
  { caller, params }: MutatingRequest<WebhookDeletionRequest>,
) {
  const { subscription_id, end_customer_ids } = await lockNamed(tx, caller, params.subscription_id)
  await deleteWebhookSubscription(tx, subscription_id)
  const id = publicId('webhook_subscription', subscription_id)
  return { body: { object: 'webhook_subscription' as const, id, end_customer_ids, deleted: true as const } }
}
