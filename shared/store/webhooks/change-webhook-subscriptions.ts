import type { OffReason, WebhookState } from '../../contract/webhooks/webhook-subscriptions.ts'
import { row, sql, type Tx } from '../db/database.ts'
import type { WebhookSubscriptionRow } from './webhook-subscriptions.ts'

type WebhookContent = Pick<WebhookSubscriptionRow, 'url' | 'description' | 'event_types' | 'end_customer_ids' | 'state'>
type Asked = { readonly actor_id: string; readonly request_id: string }

export async function insertWebhookSubscription(
  tx: Tx,
  { subscription_id, client_id, secret }: Pick<WebhookSubscriptionRow, 'subscription_id' | 'client_id' | 'secret'>,
  { url, description, event_types, end_customer_ids, state }: WebhookContent,
  { actor_id, request_id }: Asked,
): Promise<void> {
  await tx.query(sql.type(row())`
    insert into webhook_subscriptions (
      subscription_id, client_id, version, url, description, event_types, end_customer_ids, state, off_reason, off_at,
      secret, actor_id, request_id
    )
    values (
      ${subscription_id}, ${client_id}, 1, ${url}, ${description}, ${orNull(event_types, 'text')},
      ${orNull(end_customer_ids, 'uuid')}, ${state}, ${reasonOf(state)}, case when ${state} = 'off' then now() end,
      ${secret}, ${actor_id}, ${request_id}
    )
  `)
}

/** One that is off already keeps the reason and the moment. */
export async function updateWebhookSubscription(
  tx: Tx,
  subscription_id: string,
  { url, description, event_types, end_customer_ids, state }: WebhookContent,
  { actor_id, request_id }: Asked,
): Promise<void> {
  await tx.query(sql.type(row())`
    update webhook_subscriptions
    set version = version + 1, url = ${url}, description = ${description},
      event_types = ${orNull(event_types, 'text')}, end_customer_ids = ${orNull(end_customer_ids, 'uuid')},
      state = ${state},
      off_reason = case when ${state} = 'off' then coalesce(off_reason, ${reasonOf(state)}) end,
      off_at = case when ${state} = 'off' then coalesce(off_at, now()) end,
      actor_id = ${actor_id}, request_id = ${request_id}, changed_at = now()
    where subscription_id = ${subscription_id}
  `)
}

/** The secret of now becomes the one before, which signs for some hours yet. */
export async function rotateWebhookSecret(
  tx: Tx,
  subscription_id: string,
  { secret, old_secret_hours }: { readonly secret: string; readonly old_secret_hours: number },
  { actor_id, request_id }: Asked,
): Promise<void> {
  await tx.query(sql.type(row())`
    update webhook_subscriptions
    set version = version + 1, previous_secret = secret, secret = ${secret},
      previous_secret_until = now() + ${old_secret_hours}::integer * interval '1 hour',
      actor_id = ${actor_id}, request_id = ${request_id}, changed_at = now()
    where subscription_id = ${subscription_id}
  `)
}

export async function switchWebhookOff(tx: Tx, subscription_id: string, reason: OffReason): Promise<void> {
  await tx.query(sql.type(row())`
    update webhook_subscriptions
    set version = version + 1, state = 'off', off_reason = ${reason}, off_at = now()
    where subscription_id = ${subscription_id}
  `)
}

/** With its positions. The log of its attempts goes when it is old. */
export async function deleteWebhookSubscription(tx: Tx, subscription_id: string): Promise<void> {
  await tx.query(sql.type(row())`delete from webhook_subscriptions where subscription_id = ${subscription_id}`)
}

function orNull(values: readonly string[] | null, type: 'text' | 'uuid') {
  return values === null ? sql.fragment`null` : sql.array(values, type)
}

function reasonOf(state: WebhookState): OffReason | null {
  return state === 'off' ? 'request' : null
}
