import { type Db, row, sql, type Tx } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'
import { recordset } from '../db/recordset.ts'
import type { WebhookPlace } from './due-webhooks.ts'
import type { WebhookAttemptRow } from './webhook-attempts.ts'
import type { WebhookSubscriptionRow } from './webhook-subscriptions.ts'

/** The events of one end customer that one process sends to one subscription, until the lease is over. */
export type WebhookRun = WebhookPlace &
  Pick<WebhookSubscriptionRow, 'version' | 'url' | 'event_types' | 'secret' | 'previous_secret'> & {
    readonly delivered_number: bigint
    readonly attempts: number
    /** Milliseconds since the first of these failed attempts. */
    readonly failing_ms: number
  }

/**
 * Takes a position for some time. Nobody else sends its events meanwhile; when the process is killed, the time runs out.
 *
 * @returns null where somebody else has it, or there is nothing to send any more
 */
export function leaseWebhook(
  db: Db,
  { end_customer_id, subscription_id }: WebhookPlace,
  lease_id: string,
  lease_ms: number,
): Promise<WebhookRun | null> {
  return db.maybeOne(sql.type(row<WebhookRun>())`
    update webhook_positions position
    set lease_id = ${lease_id}, leased_until = now() + ${lease_ms}::integer * interval '1 millisecond',
      delivered_number = coalesce(restart_from - 1, delivered_number), restart_from = null
    from webhook_subscriptions subscription
    where position.end_customer_id = ${end_customer_id} and position.subscription_id = ${subscription_id}
      and subscription.subscription_id = position.subscription_id and state = 'on'
      and not is_off and coalesce(next_attempt_at <= now(), true) and coalesce(leased_until < now(), true)
    returning position.end_customer_id, position.subscription_id, version, url, event_types, secret,
      case when previous_secret_until > now() then previous_secret end as previous_secret, delivered_number, attempts,
      coalesce(extract(epoch from now() - failing_since) * 1000, 0)::float8 as failing_ms
  `)
}

export type WebhookOutcome = {
  readonly lease_id: string
  readonly delivered_number: bigint
  readonly attempts: readonly WebhookAttemptRow[]
  readonly failure: {
    readonly attempts: number
    readonly status: number | null
    readonly error: string
    /** null: it is given up. */
    readonly pause_ms: number | null
  } | null
}

const ATTEMPT = {
  attempt_id: 'uuid',
  event_number: 'int8',
  event_type: 'text',
  attempt: 'int4',
  status: 'int4',
  error: 'text',
  duration_ms: 'int4',
  attempted_at: 'timestamptz',
} as const

/**
 * Keeps what has become of a run, and lets others have the position. Whose lease is over has only its attempts logged: what it
 * has sent is sent again.
 *
 * @returns whether the lease stood
 */
export async function finishWebhookRun(
  db: Db,
  run: WebhookPlace & Pick<WebhookRun, 'attempts'>,
  { lease_id, delivered_number, attempts, failure }: WebhookOutcome,
): Promise<boolean> {
  const { end_customer_id, subscription_id } = run
  const rows = attempts.map(({ end_customer_id: _, ...attempt }) => attempt)
  const isDelivered = attempts.some(({ error }) => error === null)
  const { rowCount } = await db.query(sql.type(row())`
    with logged as (
      insert into webhook_attempts (
        end_customer_id, subscription_id, attempt_id, event_number, event_type, attempt, status, error, duration_ms,
        attempted_at
      )
      select ${end_customer_id}, ${subscription_id}, attempt_id, event_number, event_type, attempt, status, error,
        duration_ms, attempted_at
      from ${recordset('attempt', ATTEMPT, rows)}
      -- Kept already, where the answer to the commit was lost.
      on conflict do nothing
    )
    update webhook_positions
    set delivered_number = coalesce(restart_from - 1, ${delivered_number}), restart_from = null,
      delivered_at = case when ${isDelivered} then now() else delivered_at end,
      ${attempts.length > 0 ? stateAfter(failure, run.attempts) : sql.fragment``}
      lease_id = null, leased_until = null
    where end_customer_id = ${end_customer_id} and subscription_id = ${subscription_id} and lease_id = ${lease_id}
  `)
  return rowCount === 1
}

/**
 * What failed before stays as it is where nothing was tried. Where somebody has asked for the next attempt at once while this one was
 * under way, by a change or a redelivery, the next one has no pause.
 *
 * @param attempts_before when the run began
 */
function stateAfter(failure: WebhookOutcome['failure'], attempts_before: number) {
  if (failure === null)
    return sql.fragment`
      attempts = 0, failing_since = null, next_attempt_at = null, last_status = null, last_error = null,
    `
  const { attempts, pause_ms, status, error } = failure
  const since = attempts > 1 ? sql.fragment`coalesce(failing_since, now())` : sql.fragment`now()`
  const next = sql.fragment`now() + ${pause_ms}::integer * interval '1 millisecond'`
  const unlessAsked = (value: Fragment, column: Fragment) =>
    sql.fragment`case when attempts = ${attempts_before} then ${value} else ${column} end`
  return sql.fragment`
      attempts = ${unlessAsked(sql.fragment`${attempts}`, sql.fragment`attempts`)},
      failing_since = ${unlessAsked(since, sql.fragment`failing_since`)},
      next_attempt_at = ${unlessAsked(next, sql.fragment`next_attempt_at`)},
      last_status = ${status}, last_error = ${error},
  `
}

/** @returns whether it is still as the run has read it; nobody changes it before the transaction ends */
export function holdWebhookSubscription(
  tx: Tx,
  { subscription_id, version }: Pick<WebhookRun, 'subscription_id' | 'version'>,
): Promise<boolean> {
  return tx.exists(sql.type(row())`
    select from webhook_subscriptions
    where subscription_id = ${subscription_id} and version = ${version} and state = 'on'
    for update
  `)
}

/** Whether any events that are sent from this database have been taken since those of a run fail. */
export function isWebhookTaken(
  db: Db,
  { subscription_id, failing_ms }: Pick<WebhookRun, 'subscription_id' | 'failing_ms'>,
): Promise<boolean> {
  return db.exists(sql.type(row())`
    select from webhook_positions
    where subscription_id = ${subscription_id}
      and delivered_at > now() - ${failing_ms}::float8 * interval '1 millisecond'
  `)
}

/** Given up for this end customer alone. */
export async function giveWebhookPositionUp(tx: Tx, { end_customer_id, subscription_id }: WebhookPlace): Promise<void> {
  await tx.query(sql.type(row())`
    update webhook_positions set is_off = true
    where end_customer_id = ${end_customer_id} and subscription_id = ${subscription_id}
  `)
}

const MOST_TOLD = 1_000

/** End customers whose events fail, in their order. */
export function findFailingCustomers(tx: Tx, subscription_id: string): Promise<readonly string[]> {
  return tx.anyFirst(sql.type(row<{ end_customer_id: string }>())`
    select end_customer_id from webhook_positions
    where subscription_id = ${subscription_id} and attempts > 0
    order by end_customer_id
    limit ${MOST_TOLD}
  `)
}
