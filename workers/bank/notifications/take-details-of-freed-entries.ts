import type { Deps } from '../../../shared/deps/deps.ts'
import { enqueueAwaiting } from '../../../shared/queue/enqueue-awaiting.ts'
import { joinNotifications } from '../../../shared/store/bank/notifications/join-notifications.ts'
import { findNotificationsToJoinAgain } from '../../../shared/store/bank/notifications/joinable.ts'
import { appendEvents } from '../../../shared/store/platform/events.ts'
import { lockEndCustomer } from '../../../shared/store/setup/end-customers.ts'

/** Details that came while their bank entry was used as a whole become its payments once nothing uses it any more. */
export async function takeDetailsOfFreedEntries({ pool, boss }: Deps, end_customer_id: string): Promise<void> {
  if ((await findNotificationsToJoinAgain(pool, end_customer_id)).length === 0) return
  await pool.transaction(async (tx) => {
    await lockEndCustomer(tx, end_customer_id)
    const again = await findNotificationsToJoinAgain(tx, end_customer_id)
    const days = [...new Set(again.map(({ day }) => day))]
    const notification_ids = again.map(({ notification_id }) => notification_id)
    const { entry_ids, events } = await joinNotifications(tx, end_customer_id, days, { notification_ids })
    await enqueueAwaiting(tx, boss, end_customer_id, { items: [], bank_entries: entry_ids })
    await appendEvents(tx, events)
  })
}
