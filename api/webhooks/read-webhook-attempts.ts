import type { WebhookAttemptQuery } from '../../shared/contract/webhooks/webhook-deliveries.ts'
import { publicId } from '../../shared/process/ids.ts'
import { listWebhookAttempts, type WebhookAttemptRow } from '../../shared/store/webhooks/webhook-attempts.ts'
import { webhookId } from '../../shared/webhooks/sign-webhook.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, presentPage } from '../http/page.ts'
import { findNamed } from './find-own.ts'

/** The log of deliveries for an end customer, the newest first. */
export async function readWebhookAttempts(
  { pool }: ApiDeps,
  { caller, params, query }: ReadRequest<WebhookAttemptQuery>,
) {
  const { end_customer_id, failed, limit = 100, starting_after } = query
  const after = cursorOf('webhook_attempt', starting_after)
  const { subscription_id } = await findNamed(pool, caller, params.subscription_id)
  const is_failed = failed === undefined ? null : failed === 'true'
  const listed = await listWebhookAttempts(pool, { end_customer_id, subscription_id }, is_failed, after, limit)
  return presentPage('webhook_attempt_list', listed, presentAttempt)
}

function presentAttempt({ attempt_id, end_customer_id, event_number, ...attempt }: WebhookAttemptRow) {
  return {
    object: 'webhook_attempt' as const,
    id: publicId('webhook_attempt', attempt_id),
    end_customer_id,
    webhook_id: webhookId(end_customer_id, event_number),
    event_number: Number(event_number),
    ...attempt,
  }
}
