import { any, type Operation, post, put } from './request.ts'

const SUBSCRIPTIONS = '/v1/webhook-subscriptions'
/** Nobody listens there: attempts fail at once, while others send and change. */
const NOBODY = 'http://127.0.0.1:9/hook'

/** One way to use each endpoint that changes a subscription. */
export const WEBHOOK_OPERATIONS = {
  'post /v1/webhook-subscriptions': {
    weight: 1,
    async ask(random, { name, customer }) {
      const end_customer_ids = random.isOneIn(3) ? null : [customer]
      return post(SUBSCRIPTIONS, { url: NOBODY, description: name, end_customer_ids })
    },
  },
  'put /v1/webhook-subscriptions/:subscription_id': {
    weight: 1,
    async ask(random, { name, list }) {
      const found = any(random, await list(SUBSCRIPTIONS))
      const { url, end_customer_ids } = found ?? {}
      const state = random.isOneIn(4) ? 'off' : 'on'
      const content = { url, description: name, event_types: null, end_customer_ids, state }
      return found && put(`${SUBSCRIPTIONS}/${found.id}`, content)
    },
  },
  'post /v1/webhook-subscriptions/:subscription_id/rotate-secret': {
    weight: 1,
    async ask(random, { list }) {
      const found = any(random, await list(SUBSCRIPTIONS))
      return found && post(`${SUBSCRIPTIONS}/${found.id}/rotate-secret`, { old_secret_hours: 1 })
    },
  },
  'post /v1/webhook-subscriptions/:subscription_id/delete': {
    weight: 1,
    async ask(random, { list }) {
      const found = any(random, await list(SUBSCRIPTIONS))
      return found && post(`${SUBSCRIPTIONS}/${found.id}/delete`, {})
    },
  },
  'post /v1/webhook-subscriptions/:subscription_id/redeliver': {
    weight: 1,
    async ask(random, { customer, list }) {
      const found = any(random, await list(SUBSCRIPTIONS))
      const body = { end_customer_id: customer, from_event_number: random.between(1, 20) }
      return found && post(`${SUBSCRIPTIONS}/${found.id}/redeliver`, body)
    },
  },
} as const satisfies Readonly<Record<string, Operation>>
