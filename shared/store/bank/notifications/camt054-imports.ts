import type { MessageHeader } from '../../../camt053/bank-statement.ts'
import { type Db, row, sql, type Tx } from '../../db/database.ts'
import { type Visibility, visibleTo } from '../../db/filters.ts'
import { isBookedForPayableOf } from '../../open-items/ids-of-debits.ts'
import type { BankStatementFigures } from '../camt053-imports.ts'

/** A notification has the header and the sums of a bank statement, and no balances. */
export type NotificationFigures = BankStatementFigures

export type Camt054ImportRow = {
  end_customer_id: string
  import_id: string
  state: 'received' | 'imported'
  file_sha256: string
  size_bytes: bigint
  message: MessageHeader | null
  notifications: NotificationFigures[]
  is_test_file: boolean
  new_entry_count: number | null
  known_entry_count: number | null
  actor_id: string
  request_id: string
  created_at: string
  completed_at: string | null
  /** Its bookings that are evidence only, as something had used them before. */
  used: { notification_id: string; entry_id: string }[]
  /** Its debits that name payments of orders, and that something else has booked. */
  booked_elsewhere: { notification_id: string; entry_id: string; end_to_end_id: string }[]
}
export type ReceivedCamt054Import = Omit<Camt054ImportRow, 'used' | 'booked_elsewhere'>
export type NewCamt054Import = Omit<
  Camt054ImportRow,
  'state' | 'new_entry_count' | 'known_entry_count' | 'completed_at' | 'used' | 'booked_elsewhere'
>

const columns = sql.fragment`
  end_customer_id, import_id, state, file_sha256, size_bytes, message, notifications, is_test_file, new_entry_count,
  known_entry_count, actor_id, request_id, created_at, completed_at
`

export async function insertCamt054Import(tx: Tx, imported: NewCamt054Import): Promise<void> {
  await tx.query(sql.type(row())`
    insert into camt054_imports (
      end_customer_id, import_id, file_sha256, size_bytes, message, notifications, is_test_file, actor_id, request_id,
      created_at
    ) values (
      ${imported.end_customer_id}, ${imported.import_id}, ${imported.file_sha256}, ${imported.size_bytes},
      ${JSON.stringify(imported.message)}::jsonb, ${JSON.stringify(imported.notifications)}::jsonb,
      ${imported.is_test_file}, ${imported.actor_id}, ${imported.request_id}, ${imported.created_at}::timestamptz
    )
  `)
}

const MOST_WARNINGS = 100

/** An import that waits to be read in; null when another job has done it already. */
export function lockReceivedCamt054Import(tx: Tx, end_customer_id: string, import_id: string) {
  return tx.maybeOne(sql.type(row<ReceivedCamt054Import>())`
    select ${columns} from camt054_imports
    where end_customer_id = ${end_customer_id} and import_id = ${import_id} and state = 'received'
    for update
  `)
}

export async function completeCamt054Import(
  tx: Tx,
  { end_customer_id, import_id }: Pick<Camt054ImportRow, 'end_customer_id' | 'import_id'>,
  counts: { readonly new_entry_count: number; readonly known_entry_count: number },
): Promise<void> {
  await tx.query(sql.type(row())`
    update camt054_imports
    set state = 'imported', new_entry_count = ${counts.new_entry_count}, known_entry_count = ${counts.known_entry_count},
      completed_at = now()
    where end_customer_id = ${end_customer_id} and import_id = ${import_id}
  `)
}

export function findCamt054Import(db: Db, import_id: string, visible: Visibility): Promise<Camt054ImportRow | null> {
  return db.maybeOne(sql.type(row<Camt054ImportRow>())`
    select ${columns}, (
      select coalesce(jsonb_agg(kept order by notification_id), '[]') from (
        select notification_id, entry_id from camt054_entries notified
        where notified.end_customer_id = camt054_imports.end_customer_id
          and notified.import_id = camt054_imports.import_id and reason = 'payment_used'
        order by notification_id
        limit ${MOST_WARNINGS}
      ) kept
    ) as used, (
      select coalesce(jsonb_agg(kept order by notification_id), '[]') from (
        select notification_id, camt053_entries.entry_id, min(line.end_to_end_id) as end_to_end_id
        from camt054_entries notified
        join camt053_entries on camt053_entries.end_customer_id = notified.end_customer_id
          and camt053_entries.entry_id = notified.entry_id
        join payment_order_lines line on line.end_customer_id = notified.end_customer_id and line.end_to_end_id = any(
          array(select upper(tx ->> 'end_to_end_id') from jsonb_array_elements(notified.entry -> 'tx_details') tx)
        )
        where notified.end_customer_id = camt054_imports.end_customer_id
          and notified.import_id = camt054_imports.import_id and notified.credit_debit = 'DBIT' and used_minor > 0
          -- What is left of the debit of a batch may still pay the line.
          and (used_minor >= camt053_entries.amount_minor or camt053_entries.currency = line.currency
            and camt053_entries.amount_minor - used_minor < line.amount_minor)
          and not ${isBookedForPayableOf('line')}
        group by notification_id, camt053_entries.entry_id
        order by notification_id
        limit ${MOST_WARNINGS}
      ) kept
    ) as booked_elsewhere
    from camt054_imports where import_id = ${import_id} and ${visibleTo(visible)}
  `)
}

/** Whether its notifications are taken over. */
export function isCamt054ImportOver(db: Db, end_customer_id: string, import_id: string): Promise<boolean> {
  return db.exists(sql.type(row())`
    select from camt054_imports
    where end_customer_id = ${end_customer_id} and import_id = ${import_id} and completed_at is not null
  `)
}
