import type { Camt054EntryQuery } from '../../../shared/contract/bank/notifications.ts'
import { listNotifications } from '../../../shared/store/bank/notifications/notifications.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { cursorOf, filterOf, presentPage } from '../../http/page.ts'
import { readDetails, withDetails } from '../read-details.ts'
import { presentNotification } from './present-notification.ts'

/** Notified bookings in the order in which they came, each once. */
export async function readNotifications(deps: ApiDeps, { caller, query }: ReadRequest<Camt054EntryQuery>) {
  const { end_customer_id, state = null, limit = 100 } = query
  const import_uuid = filterOf('camt054_import', query.import_id)
  const entry_uuid = filterOf('camt053_entry', query.entry_id)
  const after = cursorOf('camt054_entry', query.starting_after)
  const page = await listNotifications(deps.pool, { end_customer_id, import_uuid, entry_uuid, state, limit }, after)
  const long = page.rows.flatMap(({ has_more_details, notification_id }) => (has_more_details ? [notification_id] : []))
  const details = await readDetails(deps, caller, 'camt054_entries', end_customer_id, long)
  return presentPage('camt054_entry_list', page, (row) =>
    withDetails(presentNotification(row), details.get(row.notification_id)),
  )
}
