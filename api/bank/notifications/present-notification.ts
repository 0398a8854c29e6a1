import { publicId } from '../../../shared/process/ids.ts'
import type { NotificationRow } from '../../../shared/store/bank/notifications/notifications.ts'
import { presentMoney } from '../../http/present-money.ts'
import { presentFigures } from '../present-bank-entry.ts'

/** A booking as a notification has it, with the one of a bank statement that it belongs to. */
export function presentNotification(row: NotificationRow) {
  return {
    object: 'camt054_entry',
    id: publicId('camt054_entry', row.notification_id),
    end_customer_id: row.end_customer_id,
    import_id: publicId('camt054_import', row.import_id),
    ...presentFigures(row),
    details_amount: row.details_minor === null ? null : presentMoney(row.details_minor, row.currency),
    state: row.state,
    reason: row.reason,
    entry_id: row.entry_id && publicId('camt053_entry', row.entry_id),
    joined_at: row.joined_at,
    proposed_entry_ids: row.proposed_entry_ids.map((entry_id) => publicId('camt053_entry', entry_id)),
    created_at: row.created_at,
  }
}
