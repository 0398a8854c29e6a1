import type { EventType } from '../../contract/platform/events.ts'
import { firstUuidAt } from '../../process/ids.ts'
import { isWrittenHere } from '../databases/fences.ts'
import { type Db, row, sql } from '../db/database.ts'
import { keysetPage } from '../db/filters.ts'
import { listPage, type Page } from '../db/pages/list-page.ts'

export type WebhookAttemptRow = {
  end_customer_id: string
  attempt_id: string
  event_number: bigint
  event_type: EventType
  attempt: number
  status: number | null
  error: string | null
  duration_ms: number
  attempted_at: string
}

type AttemptsOf = { readonly end_customer_id: string; readonly subscription_id: string }

/** The newest first. */
export function listWebhookAttempts(
  db: Db,
  { end_customer_id, subscription_id }: AttemptsOf,
  is_failed: boolean | null,
  after: string | null,
  limit: number,
): Promise<Page<WebhookAttemptRow>> {
  const ofSubscription = sql.fragment`
    select end_customer_id, attempt_id, event_number, event_type, attempt, status, error, duration_ms, attempted_at
    from webhook_attempts
    ${keysetPage({
      conditions: [
        sql.fragment`end_customer_id = ${end_customer_id} and subscription_id = ${subscription_id}`,
        is_failed !== null && (is_failed ? sql.fragment`error is not null` : sql.fragment`error is null`),
      ],
      key: 'attempt_id',
      after,
      limit: limit + 1,
      newest_first: true,
    })}
  `
  return listPage<WebhookAttemptRow>(db, ofSubscription, limit)
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** @returns how many attempts were older than that and are gone */
export async function purgeWebhookAttempts(db: Db, retention_days: number): Promise<number> {
  const { rowCount } = await db.query(sql.type(row())`
    delete from webhook_attempts
    where attempt_id < ${firstUuidAt(Date.now() - retention_days * DAY_MS)} and ${isWrittenHere()}
  `)
  return rowCount
}
