import { type Db, row, sql } from '../db/database.ts'

/** Allocations and settlements that are accepted for these days and not booked. */
export function countDrafts(db: Db, end_customer_id: string, from: string, to: string): Promise<number> {
  return db.oneFirst(sql.type(row<{ count: number }>())`
    select (
      (select count(*) from allocations
       where end_customer_id = ${end_customer_id} and state = 'draft' and posting_date between ${from} and ${to}) +
      (select count(*) from supplier_settlements
       where end_customer_id = ${end_customer_id} and state = 'draft' and settlement_date between ${from} and ${to})
    )::integer as count
  `)
}
