import { type Db, row, sql } from '../db/database.ts'

/**
 * The last day of the last filing period whose return was filed; null while none was. Nothing changes the registration of
 * a day that has been declared.
 */
export function filedThrough(db: Db, end_customer_id: string): Promise<string | null> {
  return db.oneFirst(sql.type(row<{ filed_through: string | null }>())`
    select max(period_end) as filed_through from vat_filings
    where end_customer_id = ${end_customer_id} and submission = 'first'
  `)
}
