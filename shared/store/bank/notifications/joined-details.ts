import type { BankEntry } from '../../../camt053/bank-entry/bank-entry.ts'
import type { TransactionDetails } from '../../../camt053/bank-entry/transaction-details.ts'
import { splitDetailsOf } from '../../../camt053/notifications/notified-details.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { amountsAsBigint } from '../../db/json.ts'

/** The details by which notifications complete a bank entry, in the order in which they came; none where none do. */
export async function readJoinedDetails(
  db: Db,
  end_customer_id: string,
  entry_id: string,
): Promise<readonly TransactionDetails[]> {
  const joined = await db.any(sql.type(row<{ entry: string; skipped_details: number[] }>())`
    select entry::text as entry, skipped_details from camt054_entries
    where end_customer_id = ${end_customer_id} and entry_id = ${entry_id} and state = 'joined'
    order by notification_id
  `)
  return joined.flatMap(({ entry, skipped_details }) => {
    const skipped = new Set(skipped_details)
    return splitDetailsOf(JSON.parse(entry, amountsAsBigint) as BankEntry).filter((_, index) => !skipped.has(index))
  })
}
