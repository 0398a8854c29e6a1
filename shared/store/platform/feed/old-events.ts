import { isWrittenHere } from '../../databases/fences.ts'
import { type Db, row, sql } from '../../db/database.ts'

/** Each feed is held for one such part at a time: whoever appends to it waits for a few milliseconds. */
const MOST_AT_ONCE = 1_000
const FEEDS_AT_ONCE = 1_000

type Purge = {
  readonly retention_days: number
  /** The rest is removed by the next run. */
  readonly isTime: () => boolean
  readonly most?: number
}

/**
 * Removes events that are older than that from the beginning of each feed, a part of one feed with each statement. What
 * `remove_old_events` keeps all the same stays.
 *
 * @returns how many events are gone
 */
export async function purgeEvents(db: Db, { retention_days, isTime, most = MOST_AT_ONCE }: Purge): Promise<number> {
  let purged = 0
  for await (const end_customer_id of feedsWithOldEvents(db, retention_days))
    for (let gone = most; gone === most && isTime(); purged += gone)
      gone = await removeOldest(db, end_customer_id, retention_days, most)
  return purged
}

async function* feedsWithOldEvents(db: Db, retention_days: number): AsyncGenerator<string> {
  let after: string | null = null
  do {
    const feeds: readonly Feed[] = await listFeeds(db, retention_days, after)
    for (const { end_customer_id, is_old } of feeds) if (is_old) yield end_customer_id
    after = feeds.length < FEEDS_AT_ONCE ? null : (feeds.at(-1)?.end_customer_id ?? null)
  } while (after !== null)
}

type Feed = { readonly end_customer_id: string; readonly is_old: boolean }

/** No index has the age of events, as each would be written there as well: the first one of a feed is its oldest. */
function listFeeds(db: Db, retention_days: number, after: string | null): Promise<readonly Feed[]> {
  return db.any(sql.type(row<Feed>())`
    select end_customer_id, coalesce(first.created_at < now() - make_interval(days => ${retention_days}), false) as is_old
    from (
      select end_customer_id from event_heads
      where ${after === null ? sql.fragment`true` : sql.fragment`end_customer_id > ${after}`} and ${isWrittenHere()}
      order by end_customer_id limit ${FEEDS_AT_ONCE}
    ) head
    -- sql.md: lateral limit 1
    left join lateral (
      select created_at from events where events.end_customer_id = head.end_customer_id order by event_number limit 1
    ) first on true
    order by end_customer_id
  `)
}

function removeOldest(db: Db, end_customer_id: string, retention_days: number, most: number): Promise<number> {
  return db.oneFirst(sql.type(row<{ removed: number }>())`
    select remove_old_events(${end_customer_id}, now() - make_interval(days => ${retention_days}), ${most}) as removed
  `)
}
