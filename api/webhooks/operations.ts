import {
  webhookAttemptList,
  webhookPosition,
  webhookPositionList,
} from '../../shared/contract/webhooks/webhook-deliveries.ts'
import {
  deletedWebhookSubscription,
  webhookSubscription,
  webhookSubscriptionList,
  webhookSubscriptionWithSecret,
} from '../../shared/contract/webhooks/webhook-subscriptions.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const webhookOperations = {
  createWebhookSubscription: { response: webhookSubscriptionWithSecret, summary: 'Have events sent to a URL; the answer shows the secret once' },
  listWebhookSubscriptions: { response: webhookSubscriptionList, summary: 'Subscriptions of the API client whose end customers the key covers, oldest first' },
  getWebhookSubscription: { response: webhookSubscription, summary: 'One subscription, without its secret' },
  changeWebhookSubscription: { response: webhookSubscription, summary: 'Change a subscription, or switch it on or off; on tries again at once what has failed' },
  rotateWebhookSecret: { response: webhookSubscriptionWithSecret, summary: 'Make another secret; the one before signs as well for some hours' },
  deleteWebhookSubscription: { response: deletedWebhookSubscription, summary: 'Delete a subscription; nothing is sent any more' },
  listWebhookPositions: { response: webhookPositionList, summary: 'How far a subscription has come in each feed, and what fails' },
  listWebhookAttempts: { response: webhookAttemptList, summary: 'The log of deliveries for an end customer, the newest first, kept for 30 days' },
  redeliverWebhooks: { response: webhookPosition, summary: 'Go on from an event: send earlier ones again, or leave some out' },
} as const satisfies Operations
