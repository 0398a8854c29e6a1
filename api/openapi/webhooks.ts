import { EVENT_TYPES, type EventType } from '../../shared/contract/platform/events.ts'
import type { Schema } from '../../shared/contract/schema.ts'
import { webhookMessage } from '../../shared/contract/webhooks/webhook-deliveries.ts'
import { type Answers, readAnswers } from './examples/story.ts'

const HEADERS = [
  ['webhook-id', 'The name of the event, the same each time that it comes: evt_<end customer>_<event_number>'],
  ['webhook-timestamp', 'When this attempt was made, in seconds since 1970'],
  [
    'webhook-signature',
    'v1, and HMAC-SHA256 of id.timestamp.body in base64; two of them, apart by a blank, while a secret is rotated',
  ],
] as const

/** The `webhooks` map: each event as it is sent. @param refer puts a schema under components and refers to it */
export function describeWebhooks(refer: (schema: Schema) => object, answers = readAnswers()): object {
  const schema = refer(webhookMessage)
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describe(type, schema, answers) }]))
}

function describe(type: EventType, schema: object, answers: Answers) {
  return {
    operationId: `on-${type.replaceAll(/[._]/g, '-')}`,
    summary: `The event ${type}`,
    tags: ['webhook-subscriptions'],
    security: [],
    parameters: HEADERS.map(([name, description]) => ({
      ...{ name, description, in: 'header', required: true, schema: { type: 'string' } },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, ...exampleOf(type, answers) } },
    },
    responses: {
      '2XX': { description: 'Taken. Whatever else is answered, and no answer in time: it comes again' },
      410: { description: 'No more, please: the subscription is switched off' },
    },
  }
}

type Event = { readonly event_type: string; readonly created_at: string }

/** From the recorded feed of the story, where it has an event of the type. */
function exampleOf(type: EventType, answers: Answers) {
  const feeds = Object.values(answers).filter((answer) => Object(answer).object === 'event_list') as { data: Event[] }[]
  const found = feeds.flatMap(({ data }) => data).find(({ event_type }) => event_type === type)
  if (!found) return {}
  return { examples: { [type]: { value: { type, timestamp: found.created_at, data: found } } } }
}
