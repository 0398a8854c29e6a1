import { type Db, row, sql } from '../db/database.ts'
import type { ListedTexts } from './listed-item.ts'
import type { OpenItemsOfDay } from './open-items-of-a-day.ts'

/** An item as PostgreSQL writes it: `blankless` has the values of `listedItemOf`, and the number of the entry that opened it. */
export type ListedLine = ListedTexts & { readonly blankless: string }

/**
 * The whole list in its order, from one reading of the items, some thousand at a time: PostgreSQL keeps the rest in a
 * cursor of the transaction, and looks up the next ones while these are written out.
 */
export async function* readWholeOpenItems(
  tx: Db,
  { end_customer_id, kinds, date }: OpenItemsOfDay,
  account_codes: readonly string[],
): AsyncGenerator<readonly ListedLine[], void> {
  await tx.query(sql.type(row())`
    declare whole_open_items no scroll cursor for
    select known_as as partner_name, partner_reference, account_code, document_number, payment_reference, concat_ws(' ',
      open_item_id, kind, coalesce(payment_id::text, '-'), document_date, coalesce(due_date::text, '-'), is_opening,
      currency, amount_minor, base_amount_minor, open_minor, base_open_minor, entry_number
    ) as blankless
    from list_of_open_items(
      ${end_customer_id}, ${sql.array(account_codes, 'text')}, ${sql.array(kinds, 'text')}, ${date}
    )
    order by partner_place, due_on, open_item_id
  `)
  const fetchNext = () => tx.any(sql.type(row<ListedLine>())`fetch 1000 from whole_open_items`)
  let next = fetchNext()
  for (;;) {
    const lines = await next
    if (lines.length === 0) return
    next = fetchNext()
    yield lines
  }
}
