import type { Config } from '../../shared/process/config.ts'
import { publicId } from '../../shared/process/ids.ts'
import type { WebhookPositionRow } from '../../shared/store/webhooks/webhook-positions.ts'
import type { WebhookSubscriptionRow } from '../../shared/store/webhooks/webhook-subscriptions.ts'
import { sealSecret } from '../../shared/webhooks/sealed-secrets.ts'

/** A subscription without its secret. */
export function presentWebhook(subscription: WebhookSubscriptionRow) {
  return {
    object: 'webhook_subscription' as const,
    id: publicId('webhook_subscription', subscription.subscription_id),
    url: subscription.url,
    description: subscription.description,
    event_types: subscription.event_types,
    end_customer_ids: subscription.end_customer_ids,
    state: subscription.state,
    off_reason: subscription.off_reason,
    off_at: subscription.off_at,
    old_secret_until: subscription.previous_secret_until,
    created_at: subscription.created_at,
    changed_at: subscription.changed_at,
  }
}

/** With its secret as it is kept: sealed, so that the recorded answer of the request does not show it either. */
export function presentWithSecret(subscription: WebhookSubscriptionRow) {
  return { ...presentWebhook(subscription), secret: subscription.secret }
}

export function sealFor(config: Config, subscription_id: string, secret: string): string {
  return sealSecret(config, publicId('webhook_subscription', subscription_id), secret)
}

export function presentPosition(position: WebhookPositionRow) {
  return {
    object: 'webhook_position' as const,
    end_customer_id: position.end_customer_id,
    delivered_event_number: Number(position.delivered_number),
    last_event_number: Number(position.last_event_number),
    state: position.is_off ? ('off' as const) : ('on' as const),
    failed_attempts: position.attempts,
    failing_since: position.failing_since,
    next_attempt_at: position.next_attempt_at,
    last_status: position.last_status,
    last_error: position.last_error,
    delivered_at: position.delivered_at,
  }
}
