import {
  HOURS_OF_OLD_SECRET,
  type WebhookRotationRequest,
} from '../../shared/contract/webhooks/webhook-subscriptions.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { rotateWebhookSecret } from '../../shared/store/webhooks/change-webhook-subscriptions.ts'
import { newWebhookSecret } from '../../shared/webhooks/sign-webhook.ts'
import { requireScope } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { requireWebhooks } from './content-of-webhook.ts'
import { findOwn, lockNamed } from './find-own.ts'
import { presentWithSecret, sealFor } from './present-webhook.ts'

/** Another secret; with the one before a receiver verifies for some hours yet. */
export async function rotateSecret(
  tx: Tx,
  { config }: ApiDeps,
  { body, caller, params, request_id }: MutatingRequest<WebhookRotationRequest>,
) {
  requireWebhooks(config)
  requireScope(caller, 'read')
  const { subscription_id } = await lockNamed(tx, caller, params.subscription_id)
  const secret = sealFor(config, subscription_id, newWebhookSecret())
  const { old_secret_hours = HOURS_OF_OLD_SECRET } = body
  const asked = { actor_id: caller.key_id, request_id }
  await rotateWebhookSecret(tx, subscription_id, { secret, old_secret_hours }, asked)
  return { body: presentWithSecret(await findOwn(tx, caller, subscription_id)) }
}
