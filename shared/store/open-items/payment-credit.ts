import { type Db, row, sql } from '../db/database.ts'

/** The account of the credit that a payment has left; null where it has left none so far. */
export function findCreditAccount(
  db: Db,
  { end_customer_id, payment_id }: { end_customer_id: string; payment_id: string },
): Promise<string | null> {
  return db.maybeOneFirst(sql.type(row<{ account_code: string }>())`
    select account_code from open_items
    where end_customer_id = ${end_customer_id} and open_item_id = ${payment_id}
  `)
}
