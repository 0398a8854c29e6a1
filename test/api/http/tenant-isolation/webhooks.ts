import { get, post, put } from '../../../support/client.ts'
import { SUBSCRIPTIONS } from '../../../workers/webhooks/webhook-requests.ts'
import { type Attempts, emptyList } from './attempt.ts'

const url = 'http://127.0.0.1:9/'
const all = { url, event_types: null, state: 'off' }
const isOne = '/v1/webhook-subscriptions/:subscription_id'

export const WEBHOOKS: Attempts = {
  'post /v1/webhook-subscriptions': async ({ mine, theirs, key }) => [
    [await post(SUBSCRIPTIONS, { url, end_customer_ids: [theirs] }, { key }), 403],
    [await post(SUBSCRIPTIONS, { url, end_customer_ids: [mine, theirs] }, { key }), 403],
  ],
  'get /v1/webhook-subscriptions': async ({ theirs, key }) => [
    [await get(`${SUBSCRIPTIONS}?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(SUBSCRIPTIONS, key), 200],
  ],
  [`get ${isOne}`]: async ({ key, webhook }) => [[await get(`${SUBSCRIPTIONS}/${webhook}`, { key }), 404]],
  [`put ${isOne}`]: async ({ mine, theirs, key, webhook }) => [
    [await put(`${SUBSCRIPTIONS}/${webhook}`, { ...all, end_customer_ids: [mine] }, { key }), 404],
    [await put(`${SUBSCRIPTIONS}/${webhook}`, { ...all, end_customer_ids: null }, { key }), 404],
    [await put(`${SUBSCRIPTIONS}/${webhook}`, { ...all, end_customer_ids: [theirs] }, { key }), 404],
  ],
  [`post ${isOne}/rotate-secret`]: async ({ key, webhook }) => [
    [await post(`${SUBSCRIPTIONS}/${webhook}/rotate-secret`, {}, { key }), 404],
  ],
  [`post ${isOne}/delete`]: async ({ key, webhook }) => [
    [await post(`${SUBSCRIPTIONS}/${webhook}/delete`, {}, { key }), 404],
  ],
  [`get ${isOne}/positions`]: async ({ key, webhook }) => [
    [await get(`${SUBSCRIPTIONS}/${webhook}/positions`, { key }), 404],
  ],
  [`get ${isOne}/attempts`]: async ({ mine, theirs, key, webhook }) => [
    [await get(`${SUBSCRIPTIONS}/${webhook}/attempts?end_customer_id=${mine}`, { key }), 404],
    [await get(`${SUBSCRIPTIONS}/${webhook}/attempts?end_customer_id=${theirs}`, { key }), 403],
  ],
  [`post ${isOne}/redeliver`]: async ({ mine, theirs, key, webhook }) => {
    const send = (end_customer_id: string) =>
      post(`${SUBSCRIPTIONS}/${webhook}/redeliver`, { end_customer_id, from_event_number: 1 }, { key })
    return [
      [await send(mine), 404],
      [await send(theirs), 403],
    ]
  },
}
