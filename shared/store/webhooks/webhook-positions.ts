import { isReadHere } from '../databases/fences.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'

export type WebhookPositionRow = {
  end_customer_id: string
  delivered_number: bigint
  first_kept_number: bigint
  last_event_number: bigint
  is_off: boolean
  attempts: number
  failing_since: string | null
  next_attempt_at: string | null
  last_status: number | null
  last_error: string | null
  delivered_at: string | null
}

/**
 * Gives a subscription its positions: end customers that it no longer names lose theirs, and those that are new begin behind
 * the last event of now. One that names no end customers has all that have a feed; a feed that begins later is found by
 * `addWebhookPositions`, and is sent from its first event. So is one that has begun without being found yet, such as while the
 * subscription was off, whatever is changed meanwhile.
 *
 * @param was_for_all whether it named no end customers before either
 */
export async function placeWebhookPositions(
  tx: Tx,
  subscription_id: string,
  end_customer_ids: readonly string[] | null,
  was_for_all = false,
): Promise<void> {
  const start = was_for_all ? sql.fragment`0` : sql.fragment`coalesce(last_event_number, 0)`
  if (end_customer_ids === null) {
    await tx.query(sql.type(row())`
      insert into webhook_positions (end_customer_id, subscription_id, delivered_number)
      select end_customer_id, ${subscription_id}, ${start} from event_heads
      where ${isReadHere()}
      on conflict do nothing
    `)
    return
  }
  const customers = sql.array(end_customer_ids, 'uuid')
  await tx.query(sql.type(row())`
    delete from webhook_positions where subscription_id = ${subscription_id} and end_customer_id <> all(${customers})
  `)
  await tx.query(sql.type(row())`
    insert into webhook_positions (end_customer_id, subscription_id, delivered_number)
    select end_customer_id, ${subscription_id}, ${start}
    from unnest(${customers}) wanted (end_customer_id) left join event_heads using (end_customer_id)
    on conflict do nothing
  `)
}

/**
 * Has every subscription that gets this end customer begin behind the last event of now: what comes with an import happened
 * elsewhere, and its receivers were told then.
 */
export async function placeWebhooksBehind(tx: Tx, end_customer_id: string): Promise<void> {
  await tx.query(sql.type(row())`
    insert into webhook_positions (end_customer_id, subscription_id, delivered_number)
    select end_customer_id, subscription_id, last_event_number
    from event_heads cross join webhook_subscriptions
    where end_customer_id = ${end_customer_id} and coalesce(end_customer_id = any(end_customer_ids), true)
    on conflict (end_customer_id, subscription_id) do update set delivered_number = excluded.delivered_number
  `)
}

/** What was given up or waits for its next attempt is tried at once. */
export async function retryWebhookPositions(tx: Tx, subscription_id: string): Promise<void> {
  await tx.query(sql.type(row())`
    update webhook_positions set is_off = false, attempts = 0, failing_since = null, next_attempt_at = null
    where subscription_id = ${subscription_id} and (is_off or attempts > 0)
  `)
}

type Restart = { readonly end_customer_id: string; readonly subscription_id: string; readonly from: bigint }

/** @returns false where the subscription has no such end customer, or its feed no such event and that is not the next one */
export async function restartWebhookPosition(
  tx: Tx,
  { end_customer_id, subscription_id, from }: Restart,
): Promise<boolean> {
  // Old events are removed under the same lock, so the query behind it sees which of them are left. sql.md: lock, then read
  await tx.query(sql.type(row())`
    select from webhook_positions
    where end_customer_id = ${end_customer_id} and subscription_id = ${subscription_id}
    for update
  `)
  const { rowCount } = await tx.query(sql.type(row())`
    update webhook_positions
    set restart_from = ${from}, is_off = false, attempts = 0, failing_since = null, next_attempt_at = null
    where end_customer_id = ${end_customer_id} and subscription_id = ${subscription_id}
      and exists (
        select from (select ${end_customer_id}::uuid as end_customer_id) fed left join event_heads using (end_customer_id)
        where ${from} between coalesce(first_kept_number, 1) and coalesce(last_event_number, 0) + 1
      )
  `)
  return rowCount === 1
}

const positions = sql.fragment`
  select position.end_customer_id, coalesce(restart_from - 1, delivered_number) as delivered_number,
    coalesce(first_kept_number, 1) as first_kept_number, coalesce(last_event_number, 0) as last_event_number, is_off, attempts, failing_since, next_attempt_at, last_status,
    last_error, delivered_at
  from webhook_positions position left join event_heads using (end_customer_id)
`

export function findWebhookPosition(
  db: Db,
  subscription_id: string,
  end_customer_id: string,
): Promise<WebhookPositionRow | null> {
  return db.maybeOne(sql.type(row<WebhookPositionRow>())`
    ${positions}
    where position.end_customer_id = ${end_customer_id} and subscription_id = ${subscription_id}
  `)
}

/** In the order of their end customers. A key that sees the subscription covers them all. */
export function listWebhookPositions(
  db: Db,
  subscription_id: string,
  after: string | null,
  limit: number,
): Promise<Page<WebhookPositionRow>> {
  const ofSubscription = sql.fragment`
    ${positions}
    ${keysetPage({
      conditions: [
        sql.fragment`subscription_id = ${subscription_id}`,
        isReadHere(sql.fragment`position.end_customer_id`),
      ],
      key: 'position.end_customer_id',
      after,
      limit: limit + 1,
    })}
  `
  return listPage<WebhookPositionRow>(db, ofSubscription, limit)
}
