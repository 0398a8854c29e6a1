import { END_CUSTOMER, type Example } from './example.ts'

const RECEIVER = 'https://erp.example/hooks/hauptbuch'

/** A subscription that is switched on later: its receiver has to know the secret first. */
export const WEBHOOKS: readonly Example[] = [
  {
    name: 'webhook-subscription',
    operation_id: 'createWebhookSubscription',
    summary: 'What is posted or blocked, to be sent once the receiver knows the secret',
    request: () => ({
      body: {
        url: RECEIVER,
        description: 'ERP',
        event_types: ['fact.posted', 'fact.blocked'],
        end_customer_ids: [END_CUSTOMER],
        state: 'off',
      },
    }),
  },
  {
    name: 'webhook-with-a-password',
    operation_id: 'createWebhookSubscription',
    summary: 'A URL with a password is refused',
    status: 422,
    request: () => ({ body: { url: 'https://erp:secret@erp.example/hooks' } }),
  },
  {
    name: 'webhook-secret-rotated',
    operation_id: 'rotateWebhookSecret',
    summary: 'Another secret; for two hours messages are signed with both',
    request: (of) => ({
      path: { subscription_id: of('webhook-subscription', '/id') },
      body: { old_secret_hours: 2 },
    }),
  },
  {
    name: 'webhook-changed',
    operation_id: 'changeWebhookSubscription',
    summary: 'Every type of event, also later ones',
    request: (of) => ({
      path: { subscription_id: of('webhook-subscription', '/id') },
      body: { url: RECEIVER, event_types: null, end_customer_ids: [END_CUSTOMER], state: 'off' },
    }),
  },
  {
    name: 'webhook-redelivery',
    operation_id: 'redeliverWebhooks',
    summary: 'Begin with the first event, and not with the next one that happens',
    request: (of) => ({
      path: { subscription_id: of('webhook-subscription', '/id') },
      body: { end_customer_id: END_CUSTOMER, from_event_number: 1 },
    }),
  },
  {
    name: 'webhook-positions',
    operation_id: 'listWebhookPositions',
    summary: 'How far the receiver has come',
    request: (of) => ({ path: { subscription_id: of('webhook-subscription', '/id') } }),
  },
  {
    name: 'webhook-attempts',
    operation_id: 'listWebhookAttempts',
    summary: 'No attempt has failed, as nothing was sent yet',
    request: (of) => ({
      path: { subscription_id: of('webhook-subscription', '/id') },
      query: { end_customer_id: END_CUSTOMER, failed: 'true' },
    }),
  },
  {
    name: 'webhook-subscriptions',
    operation_id: 'listWebhookSubscriptions',
    summary: 'The subscriptions of the API client that are off',
    request: () => ({ query: { state: 'off' } }),
  },
  {
    name: 'webhook-subscription-again',
    operation_id: 'getWebhookSubscription',
    summary: 'One subscription; nobody sees its secret again',
    request: (of) => ({ path: { subscription_id: of('webhook-subscription', '/id') } }),
  },
  {
    name: 'webhook-to-try',
    operation_id: 'createWebhookSubscription',
    summary: 'All types of all end customers of the key',
    request: () => ({ body: { url: 'https://try.example/', state: 'off' } }),
  },
  {
    name: 'webhook-deleted',
    operation_id: 'deleteWebhookSubscription',
    summary: 'Nothing is sent any more',
    request: (of) => ({ path: { subscription_id: of('webhook-to-try', '/id') }, body: {} }),
  },
]
