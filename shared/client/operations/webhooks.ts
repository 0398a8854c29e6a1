import type {
  webhookAttemptList,
  webhookAttemptQuery,
  webhookPosition,
  webhookPositionList,
  webhookPositionQuery,
  webhookRedeliveryRequest,
} from '../../contract/webhooks/webhook-deliveries.ts'
import type {
  deletedWebhookSubscription,
  oneWebhookQuery,
  webhookChangeRequest,
  webhookDeletionRequest,
  webhookRotationRequest,
  webhookSubscription,
  webhookSubscriptionList,
  webhookSubscriptionQuery,
  webhookSubscriptionRequest,
  webhookSubscriptionWithSecret,
} from '../../contract/webhooks/webhook-subscriptions.ts'
import { posts, puts, reads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const webhookCalls = {
  createWebhookSubscription: posts<typeof webhookSubscriptionRequest, typeof webhookSubscriptionWithSecret>('/v1/webhook-subscriptions'),
  listWebhookSubscriptions: reads<typeof webhookSubscriptionQuery, typeof webhookSubscriptionList>('/v1/webhook-subscriptions'),
  getWebhookSubscription: reads<typeof oneWebhookQuery, typeof webhookSubscription, 'subscription_id'>('/v1/webhook-subscriptions/:subscription_id'),
  changeWebhookSubscription: puts<typeof webhookChangeRequest, typeof webhookSubscription, 'subscription_id'>('/v1/webhook-subscriptions/:subscription_id'),
  rotateWebhookSecret: posts<typeof webhookRotationRequest, typeof webhookSubscriptionWithSecret, 'subscription_id'>('/v1/webhook-subscriptions/:subscription_id/rotate-secret'),
  deleteWebhookSubscription: posts<typeof webhookDeletionRequest, typeof deletedWebhookSubscription, 'subscription_id'>('/v1/webhook-subscriptions/:subscription_id/delete'),
  listWebhookPositions: reads<typeof webhookPositionQuery, typeof webhookPositionList, 'subscription_id'>('/v1/webhook-subscriptions/:subscription_id/positions'),
  listWebhookAttempts: reads<typeof webhookAttemptQuery, typeof webhookAttemptList, 'subscription_id'>('/v1/webhook-subscriptions/:subscription_id/attempts'),
  redeliverWebhooks: posts<typeof webhookRedeliveryRequest, typeof webhookPosition, 'subscription_id'>('/v1/webhook-subscriptions/:subscription_id/redeliver'),
} as const
