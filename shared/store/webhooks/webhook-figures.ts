import type { OffReason, WebhookState } from '../../contract/webhooks/webhook-subscriptions.ts'
import { isReadHere } from '../databases/fences.ts'
import { type Db, row, sql } from '../db/database.ts'

export type WebhookFigures = {
  on: number
  off: number
  /** Positions that have events to send, or of which events fail. */
  behind: number
  failing: number
  /** Age of the oldest event that a subscription which is on has not got yet. */
  lag_seconds: number
}

const isBehind = sql.fragment`last_event_number > coalesce(restart_from - 1, delivered_number)`

/** The oldest event behind a position. */
const oldest = sql.fragment`
  select created_at from events
  where events.end_customer_id = position.end_customer_id
    and event_number = coalesce(restart_from - 1, delivered_number) + 1
`

export function readWebhookFigures(db: Db): Promise<WebhookFigures> {
  return db.one(sql.type(row<WebhookFigures>())`
    with behind as (
      select attempts, (${oldest}) as since
      from webhook_subscriptions subscription
      join webhook_positions position using (subscription_id)
      join event_heads head using (end_customer_id)
      where state = 'on' and ${isBehind} and ${isReadHere(sql.fragment`position.end_customer_id`)}
    )
    select
      (select count(*)::integer from webhook_subscriptions where state = 'on') as "on",
      (select count(*)::integer from webhook_subscriptions where state = 'off') as off,
      (select count(*)::integer from behind) as behind,
      (select count(*)::integer from behind where attempts > 0) as failing,
      (select coalesce(extract(epoch from now() - min(since)), 0)::float8 from behind) as lag_seconds
  `)
}

export type WebhookReport = {
  subscription_id: string
  client: string
  /** Scheme and host: the rest of a URL may have a secret of the receiver. */
  receiver: string
  state: WebhookState
  off_reason: OffReason | null
  off_at: string | null
  end_customers: number
  given_up: number
  failing: number
  behind: number
  oldest: string | null
  last_error: string | null
}

/** Those that are off or fail first. */
export function listWebhookReports(db: Db): Promise<readonly WebhookReport[]> {
  return db.any(sql.type(row<WebhookReport>())`
    select subscription_id, client.name as client, substring(url from '^[a-z]+://[^/?]+') as receiver, state, off_reason,
      off_at, end_customers, given_up, failing, behind, oldest, last_error
    from webhook_subscriptions subscription
    join api_clients client using (client_id)
    cross join lateral (
      select count(*)::integer as end_customers, count(*) filter (where is_off)::integer as given_up,
        count(*) filter (where attempts > 0)::integer as failing,
        count(*) filter (where ${isBehind})::integer as behind,
        min((${oldest})) filter (where ${isBehind}) as oldest,
        max(last_error) as last_error
      from webhook_positions position left join event_heads head using (end_customer_id)
      where position.subscription_id = subscription.subscription_id
        and ${isReadHere(sql.fragment`position.end_customer_id`)}
    ) positions
    order by state, given_up + failing desc, subscription_id
  `)
}
