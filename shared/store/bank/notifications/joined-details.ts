import type { TransactionDetails } from '../../../camt053/bank-entry/transaction-details.ts'
import { splitDetailsOf } from '../../../camt053/notifications/notified-details.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { asPartedText, type PartedText, readWholeEntry } from '../details-of-entries.ts'

/** The details by which notifications complete a bank entry, in the order in which they came; none where none do. */
export async function readJoinedDetails(
  db: Db,
  end_customer_id: string,
  entry_id: string,
): Promise<readonly TransactionDetails[]> {
  const joined = await db.any(sql.type(row<JoinedRow>())`
    select notification_id, ${asPartedText}, skipped_details from camt054_entries
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id} and state = 'joined'
    order by notification_id
  `)
  const details: (readonly TransactionDetails[])[] = []
  for (const { notification_id, skipped_details, ...text } of joined) {
    const notified = await readWholeEntry(db, 'camt054_entries', end_customer_id, notification_id, text)
    const skipped = new Set(skipped_details)
    details.push(splitDetailsOf(notified).filter((_, index) => !skipped.has(index)))
  }
  return details.flat()
}

type JoinedRow = PartedText & { readonly notification_id: string; readonly skipped_details: readonly number[] }
