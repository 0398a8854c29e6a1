import type { OneWebhookQuery } from '../../shared/contract/webhooks/webhook-subscriptions.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { findNamed } from './find-own.ts'
import { presentWebhook } from './present-webhook.ts'

/** One subscription, without its secret. */
export async function readWebhook({ pool }: ApiDeps, { caller, params }: ReadRequest<OneWebhookQuery>) {
  return presentWebhook(await findNamed(pool, caller, params.subscription_id))
}
