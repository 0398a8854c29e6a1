import { validationFailed } from '../../shared/contract/platform/errors.ts'
import type { WebhookSubscriptionRequest } from '../../shared/contract/webhooks/webhook-subscriptions.ts'
import { newUuid } from '../../shared/process/ids.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { lockNumber } from '../../shared/store/setup/lock-number.ts'
import { insertWebhookSubscription } from '../../shared/store/webhooks/change-webhook-subscriptions.ts'
import { placeWebhookPositions } from '../../shared/store/webhooks/webhook-positions.ts'
import { countWebhookSubscriptions } from '../../shared/store/webhooks/webhook-subscriptions.ts'
import { newWebhookSecret } from '../../shared/webhooks/sign-webhook.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { contentOf, requireFitUrl, requireWebhooks } from './content-of-webhook.ts'
import { findOwn } from './find-own.ts'
import { presentWithSecret, sealFor } from './present-webhook.ts'

const MOST_OF_CLIENT = 100

/** A subscription that sends what happens from now on. */
export async function createWebhook(
  tx: Tx,
  { config }: ApiDeps,
  { body, caller, request_id }: MutatingRequest<WebhookSubscriptionRequest>,
) {
  requireWebhooks(config)
  requireFitUrl(config, body.url)
  await requireRoom(tx, caller.client_id)
  const { event_types = null, end_customer_ids = null, state = 'on' } = body
  const content = contentOf(caller, { ...body, event_types, end_customer_ids, state })
  const subscription_id = newUuid()
  const key = { subscription_id, client_id: caller.client_id }
  const secret = sealFor(config, subscription_id, newWebhookSecret())
  await insertWebhookSubscription(tx, { ...key, secret }, content, { actor_id: caller.key_id, request_id })
  await placeWebhookPositions(tx, subscription_id, content.end_customer_ids)
  return { body: presentWithSecret(await findOwn(tx, caller, subscription_id)) }
}

async function requireRoom(tx: Tx, client_id: string): Promise<void> {
  await lockNumber(tx, 'webhook_subscriptions', client_id)
  if ((await countWebhookSubscriptions(tx, client_id)) < MOST_OF_CLIENT) return
  const message = `An API client has at most ${MOST_OF_CLIENT} subscriptions. Change or delete one of them.`
  throw validationFailed([{ pointer: '/url', code: 'too_many', message }])
}
