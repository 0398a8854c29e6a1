import type { EventType } from '../../contract/platform/events.ts'
import type { OffReason, WebhookState } from '../../contract/webhooks/webhook-subscriptions.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'

export type WebhookSubscriptionRow = {
  subscription_id: string
  client_id: string
  version: number
  url: string
  description: string | null
  /** null: every type. */
  event_types: EventType[] | null
  /** null: every end customer. */
  end_customer_ids: string[] | null
  state: WebhookState
  off_reason: OffReason | null
  off_at: string | null
  /** Sealed, as the one before it. */
  secret: string
  previous_secret: string | null
  previous_secret_until: string | null
  created_at: string
  changed_at: string
}

/** A key of the client sees a subscription where it covers all of its end customers. */
export type WebhookOwner = { readonly client_id: string; readonly end_customer_ids: readonly string[] | null }

const columns = sql.fragment`
  subscription_id, client_id, version, url, description, event_types, end_customer_ids, state, off_reason, off_at, secret,
  case when previous_secret_until > now() then previous_secret end as previous_secret,
  case when previous_secret_until > now() then previous_secret_until end as previous_secret_until, created_at, changed_at
`

export function findWebhookSubscription(
  db: Db,
  owner: WebhookOwner,
  subscription_id: string,
): Promise<WebhookSubscriptionRow | null> {
  return db.maybeOne(sql.type(row<WebhookSubscriptionRow>())`
    select ${columns} from webhook_subscriptions where subscription_id = ${subscription_id} and ${ownedBy(owner)}
  `)
}

export function lockWebhookSubscription(
  tx: Tx,
  owner: WebhookOwner,
  subscription_id: string,
): Promise<WebhookSubscriptionRow | null> {
  return tx.maybeOne(sql.type(row<WebhookSubscriptionRow>())`
    select ${columns} from webhook_subscriptions where subscription_id = ${subscription_id} and ${ownedBy(owner)}
    for update
  `)
}

type SubscriptionFilter = { readonly state: WebhookState | null; readonly end_customer_id: string | null }

/** Oldest first. */
export function listWebhookSubscriptions(
  db: Db,
  owner: WebhookOwner,
  { state, end_customer_id }: SubscriptionFilter,
  after: string | null,
  limit: number,
): Promise<Page<WebhookSubscriptionRow>> {
  const ofOwner = sql.fragment`
    select ${columns} from webhook_subscriptions
    ${keysetPage({
      conditions: [
        ownedBy(owner),
        state && sql.fragment`state = ${state}`,
        end_customer_id && sql.fragment`coalesce(${end_customer_id} = any(end_customer_ids), true)`,
      ],
      key: 'subscription_id',
      after,
      limit: limit + 1,
    })}
  `
  return listPage<WebhookSubscriptionRow>(db, ofOwner, limit)
}

export function countWebhookSubscriptions(db: Db, client_id: string): Promise<number> {
  return db.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from webhook_subscriptions where client_id = ${client_id}
  `)
}

function ownedBy({ client_id, end_customer_ids }: WebhookOwner) {
  const covered =
    end_customer_ids === null
      ? sql.fragment`true`
      : sql.fragment`end_customer_ids <@ ${sql.array(end_customer_ids, 'uuid')}`
  return sql.fragment`client_id = ${client_id} and ${covered}`
}
