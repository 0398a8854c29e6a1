import type { BankEntry } from '../../../camt053/bank-entry/bank-entry.ts'
import type { JoinReferences } from '../../../camt053/notifications/join-references.ts'
import { row, sql, type Tx } from '../../db/database.ts'
import { amountsAsText } from '../../db/json.ts'
import { recordset } from '../../db/recordset.ts'
import type { ImportKey } from '../insert-bank-entries.ts'

/** A bank entry as a notification has it. */
export type NewNotification = {
  readonly notification_id: string
  readonly notification_number: number
  readonly position: number
  readonly account: string
  readonly is_booked: boolean
  readonly join_references: JoinReferences
  readonly details_minor: bigint | null
  readonly details_hash: string | null
  readonly content_hash: string
  readonly occurrence: number
  readonly entry: BankEntry
}

const NEW_NOTIFICATION = {
  notification_id: 'uuid',
  notification_number: 'int4',
  position: 'int4',
  account: 'text',
  day: 'date',
  currency: 'text',
  amount_minor: 'int8',
  credit_debit: 'text',
  is_booked: 'bool',
  is_reversal: 'bool',
  join_references: 'jsonb',
  details_minor: 'int8',
  detail_count: 'int4',
  details_hash: 'text',
  content_hash: 'text',
  occurrence: 'int4',
  entry: 'json_document',
} as const

/** @returns how many were not known */
export async function insertNotifications(
  tx: Tx,
  { end_customer_id, import_id }: ImportKey,
  notifications: readonly NewNotification[],
): Promise<number> {
  const rows = notifications.map(({ entry, ...rest }) => {
    const { booking_date, value_date, currency, amount_minor, credit_debit, reversal: is_reversal } = entry
    const figures = { day: booking_date ?? value_date, currency, amount_minor, credit_debit, is_reversal }
    return { ...rest, ...figures, detail_count: entry.tx_details.length, entry: amountsAsText(entry) }
  })
  const { rowCount } = await tx.query(sql.prepared('insert_notifications', row())`
    insert into camt054_entries (
      end_customer_id, notification_id, import_id, notification_number, position, account, day, currency, amount_minor,
      credit_debit, is_booked, is_reversal, join_references, details_minor, detail_count, details_hash, content_hash,
      occurrence, entry, created_at
    )
    select ${end_customer_id}, notification_id, ${import_id}, notification_number, position, account, day, currency,
      amount_minor, credit_debit, is_booked, is_reversal, join_references, details_minor, detail_count, details_hash,
      content_hash, occurrence, entry, now()
    from ${recordset('notified', NEW_NOTIFICATION, rows)}
    on conflict on constraint camt054_entries_content do nothing
  `)
  return rowCount
}
