import { type Db, row, sql } from '../db/database.ts'

/** A line on a control account from before it was one, with what of it belongs to no open item. Debit is positive. */
export type UnassignedLine = {
  end_customer_id: string
  journal_entry_id: string
  entry_number: bigint
  line_number: number
  posting_date: string
  account_code: string
  currency: string
  rest_minor: bigint
  rest_base_minor: bigint
}

export function findUnassignedLines(db: Db, end_customer_id: string): Promise<readonly UnassignedLine[]> {
  return db.any(sql.type(row<UnassignedLine>())`
    select line.end_customer_id, journal_entry_id, entry_number, line_number, line.posting_date, account_code,
      line.currency, rest_minor, rest_base_minor
    from legacy_lines line join journal_entries using (end_customer_id, entry_number)
    where line.end_customer_id = ${end_customer_id} and (rest_minor <> 0 or rest_base_minor <> 0)
    order by account_code, entry_number, line_number
  `)
}
