import { findNotification } from '../../../shared/store/bank/notifications/notifications.ts'
import { readOne } from '../../http/subject.ts'
import { presentNotification } from './present-notification.ts'

/** One notified booking with its details. */
export const readNotification = readOne('camt054_entry', 'notification_id', findNotification, presentNotification)
