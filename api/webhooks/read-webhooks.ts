import type { WebhookSubscriptionQuery } from '../../shared/contract/webhooks/webhook-subscriptions.ts'
import { listWebhookSubscriptions } from '../../shared/store/webhooks/webhook-subscriptions.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, presentPage } from '../http/page.ts'
import { presentWebhook } from './present-webhook.ts'

/** The subscriptions of an API client that the key may see, oldest first. They are at home, whomever the request names. */
export async function readWebhooks(deps: ApiDeps, { caller, query }: ReadRequest<WebhookSubscriptionQuery>) {
  const { pool } = deps.apiDepsIn(deps.databases.home)
  const { state = null, end_customer_id = null, limit = 100, starting_after } = query
  const after = cursorOf('webhook_subscription', starting_after)
  const listed = await listWebhookSubscriptions(pool, caller, { state, end_customer_id }, after, limit)
  return presentPage('webhook_subscription_list', listed, presentWebhook)
}
