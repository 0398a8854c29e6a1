import { row, sql } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { get, post, put } from '../../support/client.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'
import { service } from '../../support/service.ts'
import { there } from '../../support/there.ts'

export const SUBSCRIPTIONS = '/v1/webhook-subscriptions'

/** An API client of its own, so that tests do not see the subscriptions of others. */
export function newClientKey(more: { scopes?: string[]; end_customer_ids?: string[]; client_name?: string } = {}) {
  return issueKey(service().home, { client_name: `webhooks ${crypto.randomUUID()}`, ...more })
}

export async function subscribe(key: string, url: string, more: object = {}) {
  const { body, status, text } = await post(SUBSCRIPTIONS, { url, ...more }, { key })
  if (status !== 201) throw new Error(text)
  return { ...body, secret: there(body.secret) }
}

/** So that later tests do not compare thousands of feeds with what nobody waits for. */
export async function forgetSubscriptions(): Promise<void> {
  await service().home.query(sql.type(row())`delete from webhook_subscriptions`)
}

/** Facts that are posted: one event each. */
export async function happen(end_customer_id: string, times = 1): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const { body } = await post(EXPENSES, expense(end_customer_id), { wait: 10 })
    if (body.state !== 'posted') throw new Error(`it is ${body.state}`)
  }
}

export async function positionOf(key: string, subscription: string, end_customer_id: string) {
  const { body } = await get(`${SUBSCRIPTIONS}/${subscription}/positions`, { key })
  return there(body.data.find((position) => position.end_customer_id === end_customer_id))
}

export async function attemptsOf(key: string, subscription: string, end_customer_id: string, more = '') {
  const path = `${SUBSCRIPTIONS}/${subscription}/attempts` as const
  return (await get(`${path}?end_customer_id=${end_customer_id}${more}`, { key })).body.data
}

export function change(key: string, subscription: string, content: object) {
  const all = { event_types: null, end_customer_ids: null, state: 'on', ...content }
  return put(`${SUBSCRIPTIONS}/${subscription}`, all, { key })
}
