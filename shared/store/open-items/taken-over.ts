import type { TakenOverBefore, TakenOverWanted } from '../../accounting/facts/open-items/taken-over.ts'
import { type Db, row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'

const WANTED = { end_customer_id: 'uuid', number: 'text', amount_minor: 'int8' } as const

/**
 * Items of other systems with some numbers and amounts, in the order in which they were taken over. No query is made
 * where no voucher takes items over.
 */
export async function findTakenOver(db: Db, wanted: readonly TakenOverWanted[]): Promise<readonly TakenOverBefore[]> {
  if (wanted.length === 0) return []
  return db.any(sql.prepared('find_taken_over', row<TakenOverBefore>())`
    select wanted.end_customer_id, kind, partner_name, partner_reference, number, currency, wanted.amount_minor,
      external_reference
    from (select end_customer_id, number, amount_minor from ${recordset('wanted', WANTED, wanted)}) wanted
    -- sql.md: lateral in order
    cross join lateral (
      select kind, partner_name, partner_reference, currency, source_fact_id, entry_number, line_number
      from open_items item
      where item.end_customer_id = wanted.end_customer_id and item.is_opening
        and left(coalesce(item.document_number, item.payment_reference), 100) = left(wanted.number, 100)
        and coalesce(item.document_number, item.payment_reference) = wanted.number
        and item.amount_minor = wanted.amount_minor and item.state <> 'reversed'
      order by left(coalesce(item.document_number, item.payment_reference), 100), item.amount_minor, item.entry_number
    ) item
    -- sql.md: lateral limit 1; sql.md: no other index
    cross join lateral (
      select external_reference from source_facts fact
      where fact.end_customer_id is not distinct from wanted.end_customer_id and fact.source_fact_id = item.source_fact_id
      limit 1
    ) fact
    order by entry_number, line_number
  `)
}
