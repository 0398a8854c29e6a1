import { isWrittenHere } from '../databases/fences.ts'
import { type Db, row, sql } from '../db/database.ts'

/** Where a page of positions begins or ends; null: at the beginning. */
export type WebhookPlace = { readonly end_customer_id: string; readonly subscription_id: string }

export type DueWebhook = WebhookPlace & {
  /** Failed attempts of the next event. */
  readonly attempts: number
}

export type DuePage = {
  readonly due: readonly DueWebhook[]
  /** Where the next page begins; null: this one was the last. */
  readonly next: WebhookPlace | null
  /** There are positions at all. */
  readonly is_any: boolean
}

const PAGE = 5_000
/** Of one subscription in one page. */
export const MOST_OF_ONE = 50

type FoundRow = {
  size: number
  last_customer: string
  last_subscription: string
  end_customer_id: string | null
  subscription_id: string | null
  attempts: number | null
}

/**
 * Positions that have events to send, a page of positions at a time: a posting leaves no trace for them, so they are compared with
 * the heads of the feeds. The client of each has a key that still covers the end customer.
 *
 * @param busy subscriptions that have enough to do
 */
export async function findDueWebhooks(db: Db, after: WebhookPlace | null, busy: readonly string[]): Promise<DuePage> {
  const from = after ?? { end_customer_id: NONE, subscription_id: NONE }
  const found = await db.any(sql.type(row<FoundRow>())`
    with page as materialized (
      select end_customer_id, subscription_id, delivered_number, restart_from, attempts, next_attempt_at, is_off, leased_until
      from webhook_positions
      where (end_customer_id, subscription_id) > (${from.end_customer_id}, ${from.subscription_id})
      order by end_customer_id, subscription_id
      limit ${PAGE}
    ), ended as (
      select (select count(*)::integer from page) as size, end_customer_id as last_customer,
        subscription_id as last_subscription
      from page order by end_customer_id desc, subscription_id desc limit 1
    ), due as (
      select page.end_customer_id, page.subscription_id, page.attempts,
        row_number() over (partition by page.subscription_id order by page.end_customer_id) as number
      from page
      join event_heads head using (end_customer_id)
      join webhook_subscriptions subscription using (subscription_id)
      where last_event_number > coalesce(restart_from - 1, delivered_number)
        and not is_off and coalesce(next_attempt_at <= now(), true) and coalesce(leased_until < now(), true)
        and ${isWrittenHere(sql.fragment`page.end_customer_id`)}
        and state = 'on' and page.subscription_id <> all(${sql.array(busy, 'uuid')})
        and exists (
          select from api_keys key
          where key.client_id = subscription.client_id and disabled_at is null
            and coalesce(expires_at > now(), true) and 'read' = any(scopes)
            and coalesce(page.end_customer_id = any(key.end_customer_ids), true)
        )
    )
    select size, last_customer, last_subscription, end_customer_id, subscription_id, attempts
    from ended left join due on number <= ${MOST_OF_ONE}
  `)
  const [first] = found
  const isLast = !first || first.size < PAGE
  return {
    due: found.filter((one): one is FoundRow & DueWebhook => one.end_customer_id !== null),
    next: isLast ? null : { end_customer_id: first.last_customer, subscription_id: first.last_subscription },
    is_any: first !== undefined,
  }
}

const NONE = '00000000-0000-0000-0000-000000000000'

/**
 * Gives subscriptions for all end customers a position in feeds that have begun since, a page of feeds at a time. At home those for named
 * end customers have theirs from the beginning; elsewhere they get one when there is a feed, as nobody there knows who will live there.
 *
 * @param after the last end customer of the page before; null: the first page
 * @returns the last one of this page; null: it was the last page, or there is no such subscription
 */
export async function addWebhookPositions(
  db: Db,
  after: string | null,
  { is_home = true }: { readonly is_home?: boolean } = {},
): Promise<string | null> {
  return db.maybeOneFirst(sql.type(row<{ last: string | null }>())`
    with wanting as materialized (
      select subscription_id, end_customer_ids as named from webhook_subscriptions
      where state = 'on' and ${is_home ? sql.fragment`end_customer_ids is null` : sql.fragment`true`}
    ), page as materialized (
      select end_customer_id from event_heads
      where end_customer_id > ${after ?? NONE} and ${isWrittenHere()} and exists (select from wanting)
      order by end_customer_id
      limit ${PAGE}
    ), added as (
      insert into webhook_positions (end_customer_id, subscription_id, delivered_number)
      select page.end_customer_id, wanting.subscription_id, 0
      from page join wanting on coalesce(page.end_customer_id = any(named), true)
      where not exists (
        select from webhook_positions position
        where position.end_customer_id = page.end_customer_id and position.subscription_id = wanting.subscription_id
      )
      on conflict do nothing
    )
    select end_customer_id as last from page order by end_customer_id offset ${PAGE - 1}
  `)
}
