import { type Db, row, sql } from '../db/database.ts'

const PAGE = 500

/**
 * The open items whose documents records of reductions name, or requests have deducted something from, in pages. The journal is read once, as no index finds these records: their
 * ids are small, what is read of each document is not.
 */
export async function* readReducedItems(db: Db, end_customer_id: string): AsyncGenerator<readonly string[]> {
  const ids = await db.anyFirst(sql.type(row<{ open_item_id: string }>())`
    select distinct reduced.open_item_id
    from journal_lines
    cross join lateral (
      select tax ->> 'reduces' as open_item_id
      union all
      select part ->> 'open_item_id' from jsonb_array_elements(tax -> 'reduced_items') part
    ) reduced
    where end_customer_id = ${end_customer_id} and (tax ? 'reduces' or tax ? 'reduced_items')
      and reduced.open_item_id is not null
    union
    select document_id::text from allocation_lines line join allocations using (end_customer_id, allocation_id)
    where end_customer_id = ${end_customer_id} and state = 'posted'
      and request -> 'lines' -> (line.line_number - 1) ? 'deductions'
    union
    select supplier_payable_id::text from supplier_settlements
    where end_customer_id = ${end_customer_id} and state = 'posted' and terms ? 'deductions'
    order by open_item_id
  `)
  for (let first = 0; first < ids.length; first += PAGE) yield ids.slice(first, first + PAGE)
}
