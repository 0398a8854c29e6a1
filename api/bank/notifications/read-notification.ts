import type { OneQuery } from '../../../shared/contract/facts/source-facts.ts'
import { findNotification } from '../../../shared/store/bank/notifications/notifications.ts'
import { visibleCustomers } from '../../http/admission/caller.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { findSubject } from '../../http/subject.ts'
import { readDetails, withDetails } from '../read-details.ts'
import { presentNotification } from './present-notification.ts'

/** One notified booking with its details. */
export async function readNotification(deps: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const visible = visibleCustomers(caller, query.end_customer_id)
  const found = await findSubject('camt054_entry', params.notification_id, (id) =>
    findNotification(deps.pool, id, visible),
  )
  const { end_customer_id, notification_id } = found
  const long = found.has_more_details ? [notification_id] : []
  const details = await readDetails(deps, caller, 'camt054_entries', end_customer_id, long)
  return withDetails(presentNotification(found), details.get(notification_id))
}
