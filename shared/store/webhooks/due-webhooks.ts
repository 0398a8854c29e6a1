import { isWrittenHere } from '../databases/fences.ts'
import { type Db, row, sql } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { recordset } from '../db/recordset.ts'

/** Behind which end customer a subscription goes on, by its id. One that is missing begins anew. */
export type WebhookCursors = ReadonlyMap<string, string>

/** Which position. */
export type WebhookPlace = { readonly end_customer_id: string; readonly subscription_id: string }

export type DueWebhook = WebhookPlace & {
  readonly client_id: string
  /** Failed attempts of the next event. */
  readonly attempts: number
}

export type DuePage = {
  readonly due: readonly DueWebhook[]
  /** Where the next page begins. */
  readonly next: WebhookCursors
  /** Every subscription was looked at to its end. */
  readonly is_last: boolean
  /** A subscription is on, so there is something to look at. */
  readonly is_any: boolean
}

/** Positions that are looked at together. */
const PAGE = 5_000
/** Feeds of subscriptions that are looked at together; each of them may need a position. */
const PAGE_OF_FEEDS = 10_000
/** Of one subscription in one page. */
export const MOST_OF_ONE = 50
const NONE = '00000000-0000-0000-0000-000000000000'

/**
 * The subscriptions that are on, with their share of a page: every API client has the same, and divides it between its own. So
 * nobody waits for a client that has very many of them.
 */
function wanting(page: number, cursors: WebhookCursors, condition: Fragment): Fragment {
  const rows = [...cursors].map(([subscription_id, cursor]) => ({ subscription_id, cursor }))
  return sql.fragment`
    wanting as materialized (
      select subscription_id, client_id, end_customer_ids as named, coalesce(cursor, ${NONE}) as after_id,
        greatest(1, ${page} / count(*) over (partition by client_id) / (
          select count(distinct client_id) from webhook_subscriptions where state = 'on' and ${condition}
        )) as share
      from webhook_subscriptions
      left join ${recordset('cursors', { subscription_id: 'uuid', cursor: 'uuid' }, rows)} using (subscription_id)
      where state = 'on' and ${condition}
    )
  `
}

type FoundRow = {
  looked_at: string
  last: string | null
  end_customer_id: string | null
  subscription_id: string | null
  client_id: string | null
  attempts: number | null
}

/**
 * Positions that have events to send, a page of positions at a time: a posting leaves no trace for them, so they are compared with
 * the heads of the feeds. The client of each has a key that still covers the end customer.
 *
 * @param busy subscriptions that have enough to do; the next page begins where this one did
 */
export async function findDueWebhooks(db: Db, cursors: WebhookCursors, busy: readonly string[]): Promise<DuePage> {
  const isFree = sql.fragment`subscription_id <> all(${sql.array(busy, 'uuid')})`
  const found = await db.any(sql.type(row<FoundRow>())`
    with ${wanting(PAGE, cursors, isFree)}, page as materialized (
      select position.end_customer_id, position.subscription_id, delivered_number, restart_from, attempts, next_attempt_at,
        is_off, leased_until, client_id
      from wanting cross join lateral (
        select end_customer_id, subscription_id, delivered_number, restart_from, attempts, next_attempt_at, is_off,
          leased_until
        from webhook_positions
        where subscription_id = wanting.subscription_id and end_customer_id > after_id
        order by end_customer_id
        limit share
      ) position
    ), looked as (
      select subscription_id as looked_at, ${lastOfFull(sql.fragment`page.end_customer_id`)} as last
      from wanting left join page using (subscription_id)
      group by subscription_id, share
    ), due as (
      select page.end_customer_id, page.subscription_id, page.client_id, page.attempts,
        row_number() over (partition by page.subscription_id order by page.end_customer_id) as number
      from page
      join event_heads head using (end_customer_id)
      where last_event_number > coalesce(restart_from - 1, delivered_number)
        and not is_off and coalesce(next_attempt_at <= now(), true) and coalesce(leased_until < now(), true)
        and ${isWrittenHere(sql.fragment`page.end_customer_id`)}
        and exists (
          select from api_keys key
          where key.client_id = page.client_id and disabled_at is null
            and coalesce(expires_at > now(), true) and 'read' = any(scopes)
            and coalesce(page.end_customer_id = any(key.end_customer_ids), true)
        )
    )
    select looked_at, last, end_customer_id, subscription_id, client_id, attempts
    from looked left join due on due.subscription_id = looked_at and number <= ${MOST_OF_ONE}
  `)
  const kept = [...cursors].filter(([id]) => busy.includes(id))
  const next = found.flatMap(({ looked_at, last }) => (last === null ? [] : [[looked_at, last] as const]))
  return {
    due: found.filter((one): one is FoundRow & DueWebhook => one.end_customer_id !== null),
    next: new Map([...kept, ...next]),
    is_last: next.length === 0,
    is_any: found.length + busy.length > 0,
  }
}

/** Null where a subscription has no more than that. */
const lastOfFull = (id: Fragment) =>
  sql.fragment`case when count(${id}) = share then (array_agg(${id} order by ${id} desc))[1] end`

/**
 * Gives subscriptions for all end customers a position in feeds that have begun since, a page of feeds at a time. At home those for named
 * end customers have theirs from the beginning; elsewhere they get one when there is a feed, as nobody there knows who will live there.
 *
 * @param cursors where the page before has ended
 * @returns where the next one begins; empty: this one was the last
 */
export async function addWebhookPositions(
  db: Db,
  cursors: WebhookCursors,
  { is_home = true }: { readonly is_home?: boolean } = {},
): Promise<WebhookCursors> {
  const isLooking = is_home ? sql.fragment`end_customer_ids is null` : sql.fragment`true`
  const found = await db.any(sql.type(row<{ subscription_id: string; last: string | null }>())`
    with ${wanting(PAGE_OF_FEEDS, cursors, isLooking)}, page as materialized (
      select subscription_id, share, feed.end_customer_id
      from wanting cross join lateral (
        (
          select end_customer_id from event_heads
          where named is null and end_customer_id > after_id and ${isWrittenHere()}
          order by end_customer_id
          limit share
        )
        union all
        (
          select end_customer_id from event_heads
          where end_customer_id = any(named) and end_customer_id > after_id and ${isWrittenHere()}
          order by end_customer_id
          limit share
        )
      ) feed
    ), added as (
      insert into webhook_positions (end_customer_id, subscription_id, delivered_number)
      select end_customer_id, subscription_id, 0
      from page
      where not exists (
        select from webhook_positions position
        where position.end_customer_id = page.end_customer_id and position.subscription_id = page.subscription_id
      )
      on conflict do nothing
    )
    select subscription_id, ${lastOfFull(sql.fragment`end_customer_id`)} as last
    from page group by subscription_id, share
  `)
  return new Map(
    found.flatMap(({ subscription_id, last }) => (last === null ? [] : [[subscription_id, last] as const])),
  )
}
