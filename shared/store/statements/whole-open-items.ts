import { type Db, row, sql } from '../db/database.ts'
import { type ListedItem, type OpenItemsOfDay, openedItem } from './open-items-of-a-day.ts'

/**
 * The whole list in its order, from one reading of the items, some thousand at a time: PostgreSQL keeps the rest in a
 * cursor of the transaction, and looks up the next ones while these are written out.
 */
export async function* readWholeOpenItems(
  tx: Db,
  { end_customer_id, accounts, kinds, date }: OpenItemsOfDay,
): AsyncGenerator<readonly ListedItem[], void> {
  await tx.query(sql.type(row())`
    declare whole_open_items no scroll cursor for
    select ${openedItem}, known_as as partner_name, reference as partner_reference,
      listed.amount_minor::text as open_minor, listed.base_amount_minor::text as base_open_minor
    from listed_open_items(${end_customer_id}, ${sql.array(accounts, 'text')}, ${date}) listed
    join open_items item on item.end_customer_id = ${end_customer_id} and item.open_item_id = listed.open_item_id
    where listed.kind = any(${sql.array(kinds, 'text')})
    order by partner_place, due_on, item.open_item_id
  `)
  const fetchNext = () => tx.any(sql.type(row<ListedItem>())`fetch 2000 from whole_open_items`)
  let next = fetchNext()
  for (;;) {
    const items = await next
    if (items.length === 0) return
    next = fetchNext()
    yield items
  }
}
