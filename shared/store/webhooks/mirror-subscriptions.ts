import type { OffReason, WebhookState } from '../../contract/webhooks/webhook-subscriptions.ts'
import { isReadHere } from '../databases/fences.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { tellSwitchedOff } from './tell-switched-off.ts'
import { retryWebhookPositions } from './webhook-positions.ts'

/** The subscriptions of home, as one text. Their secrets are sealed. */
export function readSubscriptions(home: Db): Promise<string> {
  return home.oneFirst(sql.type(row<{ subscriptions: string }>())`
    select coalesce(jsonb_agg(to_jsonb(subscription) order by subscription_id), '[]')::text as subscriptions
    from webhook_subscriptions subscription
  `)
}

type ChangedSubscription = {
  subscription_id: string
  end_customer_ids: string[] | null
  state: WebhookState
  off_reason: OffReason | null
  is_known: boolean
  was_on: boolean
  /** Null: it had everybody. */
  had_end_customer_ids: string[] | null
  /** Another secret alone is no reason to try again at once. */
  is_rotated: boolean
  /** When home took it, or its change: text of a timestamp. */
  since: string
}

/** A client may have a hundred subscriptions for all end customers, and keys of others wait for the same transaction. */
const MOST_PLACED = 20_000

/**
 * Gives a further database the subscriptions of home, and those that changed their positions in its feeds. Who calls it holds off
 * others who would, as the list that was read last has to be the one that is written last.
 *
 * @param subscriptions as home has them
 * @returns false where some that have changed are left for the next time, as enough positions were placed
 */
export async function mirrorSubscriptions(tx: Tx, subscriptions: string): Promise<boolean> {
  const home = sql.fragment`jsonb_populate_recordset(null::webhook_subscriptions, ${subscriptions}::jsonb) as home`
  const changed = await tx.any(sql.type(row<ChangedSubscription>())`
    select subscription_id, home.end_customer_ids, home.state, home.off_reason, here.version is not null as is_known,
      coalesce(here.state = 'on', false) as was_on, here.end_customer_ids as had_end_customer_ids,
      (here.secret <> home.secret and here.url = home.url and here.state = home.state) is true as is_rotated,
      (case when here.version is null then home.created_at else home.changed_at end)::text as since
    from ${home} left join webhook_subscriptions here using (subscription_id)
    where here.version is null or here.version < home.version
    order by subscription_id
  `)
  await tx.query(sql.type(row())`
    delete from webhook_subscriptions where subscription_id not in (select subscription_id from ${home})
  `)
  let placed = 0
  for (const one of changed) {
    if (placed >= MOST_PLACED) return false
    placed += await takeOver(tx, home, one)
  }
  return true
}

/** @returns how many positions were placed */
async function takeOver(tx: Tx, home: Fragment, changed: ChangedSubscription): Promise<number> {
  const { subscription_id, state, is_known, is_rotated } = changed
  await tx.query(sql.type(row())`
    insert into webhook_subscriptions (
      subscription_id, client_id, version, url, description, event_types, end_customer_ids, state, off_reason, off_at,
      secret, previous_secret, previous_secret_until, actor_id, request_id, created_at, changed_at
    )
    select subscription_id, client_id, version, url, description, event_types, end_customer_ids, state, off_reason, off_at,
      secret, previous_secret, previous_secret_until, actor_id, request_id, created_at, changed_at
    from ${home} where subscription_id = ${subscription_id}
    on conflict (subscription_id) do update
    set version = excluded.version, url = excluded.url, description = excluded.description,
      event_types = excluded.event_types, end_customer_ids = excluded.end_customer_ids, state = excluded.state,
      off_reason = excluded.off_reason, off_at = excluded.off_at, secret = excluded.secret,
      previous_secret = excluded.previous_secret, previous_secret_until = excluded.previous_secret_until,
      actor_id = excluded.actor_id, request_id = excluded.request_id, changed_at = excluded.changed_at
  `)
  const placed = await placePositions(tx, changed)
  if (is_known && state === 'on' && !is_rotated) await retryWebhookPositions(tx, subscription_id)
  if (isSwitchedOff(changed)) await tellSwitchedOff(tx, subscription_id)
  return placed
}

/**
 * As `placeWebhookPositions` does at home, for the feeds that are here. A feed that the subscription had before, and which nobody has
 * found yet, is sent from its first event; one that is new to it, from when home took it, which may be a while ago: this database may have
 * been away from the process that was asked, and not from others.
 */
async function placePositions(
  tx: Tx,
  { subscription_id, end_customer_ids, is_known, had_end_customer_ids, since }: ChangedSubscription,
): Promise<number> {
  const isNamed = (named: readonly string[] | null) =>
    named === null ? sql.fragment`true` : sql.fragment`end_customer_id = any(${sql.array(named, 'uuid')})`
  const had = is_known ? isNamed(had_end_customer_ids) : sql.fragment`false`
  await tx.query(sql.type(row())`
    delete from webhook_positions where subscription_id = ${subscription_id} and not (${isNamed(end_customer_ids)})
  `)
  const { rowCount } = await tx.query(sql.type(row())`
    insert into webhook_positions (end_customer_id, subscription_id, delivered_number)
    select end_customer_id, ${subscription_id}, case when ${had} then 0 else coalesce(
      (
        select event_number from events
        where events.end_customer_id = event_heads.end_customer_id and created_at < ${since}::timestamptz
        order by event_number desc limit 1
      ),
      first_kept_number - 1,
      0
    ) end
    from event_heads
    where ${isNamed(end_customer_ids)} and ${isReadHere()}
    on conflict do nothing
  `)
  return rowCount
}

/** By its receiver or for its failures, and not by a request of the client, who knows. */
function isSwitchedOff({ was_on, state, off_reason }: ChangedSubscription): boolean {
  return was_on && state === 'off' && off_reason !== 'request'
}
