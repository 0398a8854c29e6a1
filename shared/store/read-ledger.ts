import type { FiscalYear } from '../accounting/fiscal-years.ts'
import { type Db, row, sql } from './database.ts'

export type Ledger = {
  base_currency: string
  locale: 'de' | 'fr' | 'it' | 'en'
  last_entry_number: bigint
  last_entry_hash: string
  fiscal_years: FiscalYear[]
}

/** The head of a ledger with its fiscal years, oldest first; null for an end customer that nobody has written yet. */
export function findLedger(db: Db, end_customer_id: string): Promise<Ledger | null> {
  return db.maybeOne(sql.type(row<Ledger>())`
    select base_currency, locale, last_entry_number, last_entry_hash,
      (select coalesce(jsonb_agg(to_jsonb(year) - 'end_customer_id' order by start_date), '[]')
       from fiscal_years year where year.end_customer_id = customer.end_customer_id) as fiscal_years
    from end_customers customer join ledger_heads using (end_customer_id)
    where end_customer_id = ${end_customer_id}
  `)
}

/** Makes every statement of the transaction see one and the same moment. It has to come first in it. */
export async function freeze(tx: Db): Promise<void> {
  await tx.query(sql.type(row())`set transaction isolation level repeatable read read only`)
}
