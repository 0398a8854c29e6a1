import type { PlannedJoin } from '../../../camt053/notifications/plan-joins.ts'
import { row, sql, type Tx } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import { bankEntryChanged, type NewEvent, plainEvent } from '../../platform/events.ts'
import { findOpenDays, freeNotificationsOfRepeats } from './joinable.ts'
import { readJoinedDetails } from './joined-details.ts'
import { type ChangedForJoins, planDay } from './joins-of-day.ts'
import { takeReturnsAgain } from './returns-again.ts'
import { lockWholeEntries, readWholeEntries, takeDetails, type WholeBankEntry } from './take-details.ts'

/** What has changed by joins: bank entries, with the events about all of it. */
export type JoinedNotifications = {
  readonly entry_ids: readonly string[]
  readonly events: readonly NewEvent[]
}

/**
 * Joins notifications that wait to their bank entries, in whichever order both have come. Nothing joins meanwhile: the end
 * customer is locked.
 *
 * @param days on which bank entries or notifications have come, or have changed
 * @param changed these bank entries and notifications
 */
export async function joinNotifications(
  tx: Tx,
  end_customer_id: string,
  days: readonly string[],
  changed: Partial<ChangedForJoins>,
): Promise<JoinedNotifications> {
  const freed = await freeNotificationsOfRepeats(tx, end_customer_id)
  const waiting = await findOpenDays(tx, end_customer_id, days)
  const notification_ids = [...freed, ...(changed.notification_ids ?? [])]
  const all: ChangedForJoins = { import_id: null, entry_ids: [], ...changed, notification_ids }
  const joins: PlannedJoin[][] = []
  for (const day of waiting) joins.push(await planDay(tx, end_customer_id, day, all))
  // Those of all days together: locked day by day, payments would come after bank entries.
  await lockWholeEntries(tx, end_customer_id, joins.flat().map(toEntry))
  const entry_ids: string[] = []
  const events: NewEvent[] = []
  const accounts: string[] = []
  for (const ofDay of joins) {
    const wholes = await readWholeEntries(tx, end_customer_id, ofDay.map(toEntry))
    const byId = new Map(wholes.map((whole) => [whole.entry_id, whole]))
    for (const join of ofDay) {
      const whole = byId.get(join.entry_id)
      if (!whole) continue
      const carriedOut = await carryOut(tx, end_customer_id, join, whole)
      if (carriedOut.length > 0) entry_ids.push(join.entry_id)
      events.push(...carriedOut)
    }
    accounts.push(...wholes.filter(({ payment }) => payment !== null).map(({ account }) => account))
  }
  const [first_day] = waiting
  if (first_day) entry_ids.push(...(await takeReturnsAgain(tx, end_customer_id, [...new Set(accounts)], first_day)))
  const changed_ids = [...new Set(entry_ids)]
  const ofEntries = changed_ids.map((id) => bankEntryChanged(end_customer_id, id))
  return { entry_ids: changed_ids, events: [...events, ...ofEntries] }
}

function toEntry({ entry_id }: PlannedJoin): string {
  return entry_id
}

async function carryOut(
  tx: Tx,
  end_customer_id: string,
  join: PlannedJoin,
  whole: WholeBankEntry,
): Promise<NewEvent[]> {
  const { entry_id, notifications, completes } = join
  const [first] = notifications
  if (!first) return []
  const reason = !completes ? 'details_known' : whole.payment && whole.is_used ? 'payment_used' : null
  const saved = await saveJoin(tx, end_customer_id, notifications, { entry_id, reason })
  const changed = saved.map((subject_id) =>
    plainEvent({ end_customer_id, subject_type: 'camt054_entry', subject_id }, 'notification.joined'),
  )
  if (reason !== null) return changed
  await takeDetails(
    tx,
    end_customer_id,
    whole,
    await readJoinedDetails(tx, end_customer_id, entry_id),
    first.notification_id,
  )
  const subject_id = whole.payment?.payment_id
  if (!subject_id) return changed
  return [...changed, plainEvent({ end_customer_id, subject_type: 'payment', subject_id }, 'payment.superseded')]
}

/**
 * @param reason why the details are evidence and nothing else; null where they complete the bank entry
 * @returns those of which it was not so before
 */
async function saveJoin(
  tx: Tx,
  end_customer_id: string,
  notifications: PlannedJoin['notifications'],
  { entry_id, reason }: { entry_id: string; reason: string | null },
): Promise<readonly string[]> {
  const joined = notifications.map(({ notification_id, skipped }) => ({ notification_id, skipped: [...skipped] }))
  const saved = await tx.anyFirst(sql.type(row<{ notification_id: string }>())`
    update camt054_entries notified
    set state = case when ${reason}::text is null then 'joined' else 'kept' end, reason = ${reason},
      entry_id = ${entry_id}, joined_at = now(),
      skipped_details = array(select jsonb_array_elements_text(joined.skipped)::integer)
    from ${recordset('joined', { notification_id: 'uuid', skipped: 'jsonb' }, joined)}
    where end_customer_id = ${end_customer_id} and notified.notification_id = joined.notification_id
      and (entry_id, reason) is distinct from (${entry_id}::uuid, ${reason}::text)
    returning notified.notification_id
  `)
  return [...saved].sort()
}
