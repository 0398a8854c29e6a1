import {
  webhookAttemptQuery,
  webhookPositionQuery,
  webhookRedeliveryRequest,
} from '../../shared/contract/webhooks/webhook-deliveries.ts'
import {
  oneWebhookQuery,
  webhookChangeRequest,
  webhookDeletionRequest,
  webhookRotationRequest,
  webhookSubscriptionQuery,
  webhookSubscriptionRequest,
} from '../../shared/contract/webhooks/webhook-subscriptions.ts'
import { get, post, put, routes } from '../http/route.ts'
import { changeWebhook } from './change-webhook.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { forClient } from './for-client.ts'
import { webhookOperations } from './operations.ts'
import { readWebhook } from './read-webhook.ts'
import { readWebhookAttempts } from './read-webhook-attempts.ts'
import { readPositionsPage, readWebhookPositions } from './read-webhook-positions.ts'
import { readWebhooks } from './read-webhooks.ts'
import { redeliverWebhooks } from './redeliver-webhooks.ts'
import { rotateSecret } from './rotate-secret.ts'

// biome-ignore format: one line for each endpoint
export const webhookRoutes = routes(webhookOperations, {
  createWebhookSubscription: post('/v1/webhook-subscriptions', 201, webhookSubscriptionRequest, forClient(createWebhook)),
  listWebhookSubscriptions: get('/v1/webhook-subscriptions', webhookSubscriptionQuery, readWebhooks),
  getWebhookSubscription: get('/v1/webhook-subscriptions/:subscription_id', oneWebhookQuery, readWebhook),
  changeWebhookSubscription: put('/v1/webhook-subscriptions/:subscription_id', 201, webhookChangeRequest, forClient(changeWebhook)),
  rotateWebhookSecret: post('/v1/webhook-subscriptions/:subscription_id/rotate-secret', 201, webhookRotationRequest, forClient(rotateSecret)),
  deleteWebhookSubscription: post('/v1/webhook-subscriptions/:subscription_id/delete', 201, webhookDeletionRequest, forClient(deleteWebhook)),
  listWebhookPositions: get('/v1/webhook-subscriptions/:subscription_id/positions', webhookPositionQuery, readWebhookPositions, { shown: readPositionsPage }),
  listWebhookAttempts: get('/v1/webhook-subscriptions/:subscription_id/attempts', webhookAttemptQuery, readWebhookAttempts),
  redeliverWebhooks: post('/v1/webhook-subscriptions/:subscription_id/redeliver', 202, webhookRedeliveryRequest, redeliverWebhooks),
})
