import type { OneQuery } from '../../../shared/contract/facts/source-facts.ts'
import { findHeadOfNotification } from '../../../shared/store/bank/notifications/notifications.ts'
import { visibleCustomers } from '../../http/admission/caller.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { findSubject } from '../../http/subject.ts'
import { readDetails } from '../read-details.ts'
import { presentNotification } from './present-notification.ts'

/** One notified booking with its details. */
export async function readNotification(deps: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const visible = visibleCustomers(caller, query.end_customer_id)
  const found = await findSubject('camt054_entry', params.notification_id, (id) =>
    findHeadOfNotification(deps.pool, id, visible),
  )
  const { end_customer_id, notification_id } = found
  const transaction_details = await readDetails(deps, caller, 'camt054_entries', end_customer_id, notification_id)
  return { ...presentNotification(found), transaction_details }
}
