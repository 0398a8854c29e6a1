import { type Db, row, sql } from '../db/database.ts'
import type { ListedItem, OpenItemsOfDay } from './open-items-of-a-day.ts'

/** An item with the number of the entry that opened it. */
export type ItemOfWhole = ListedItem & { readonly entry_number: string }

/**
 * The whole list in its order, from one reading of the items, some thousand at a time: PostgreSQL keeps the rest in a
 * cursor of the transaction, and looks up the next ones while these are written out.
 */
export async function* readWholeOpenItems(
  tx: Db,
  { end_customer_id, kinds, date }: OpenItemsOfDay,
  account_codes: readonly string[],
): AsyncGenerator<readonly ItemOfWhole[], void> {
  await tx.query(sql.type(row())`
    declare whole_open_items no scroll cursor for
    select open_item_id, kind, payment_id, known_as as partner_name, partner_reference, account_code, document_number,
      document_date, due_date, payment_reference, is_opening, entry_number::text, currency, amount_minor::text,
      base_amount_minor::text, open_minor::text, base_open_minor::text
    from list_of_open_items(
      ${end_customer_id}, ${sql.array(account_codes, 'text')}, ${sql.array(kinds, 'text')}, ${date}
    )
    order by partner_place, due_on, open_item_id
  `)
  const fetchNext = () => tx.any(sql.type(row<ItemOfWhole>())`fetch 1000 from whole_open_items`)
  let next = fetchNext()
  for (;;) {
    const items = await next
    if (items.length === 0) return
    next = fetchNext()
    yield items
  }
}
