import type { SaleAfter } from '../../../accounting/documents/tax-record.ts'
import type { ItemNamed } from '../../../accounting/facts/open-items/items-named.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import type { FoundItem } from './named.ts'
import { saleAfter } from './sale-after.ts'

type SaleRow = { end_customer_id: string; open_item_id: string; sale_after: SaleAfter }

/**
 * Adds the sale behind receivables that vouchers change on a day before it. No query is made where none does. An invoice may be booked
 * before its own date, which is when its tax counts.
 */
export async function withSaleAfter(
  db: Db,
  found: readonly FoundItem[],
  wanted: readonly ItemNamed[],
): Promise<readonly FoundItem[]> {
  const names = new Map(wanted.map((named) => [`${named.end_customer_id} ${named.key}`, named]))
  const asked = found.flatMap(({ end_customer_id, key, state, documented_on }) => {
    const day = names.get(`${end_customer_id} ${key}`)?.from
    const isBefore =
      state.by === 'document_id' && documented_on !== undefined && day !== undefined && day < documented_on
    return isBefore ? [{ end_customer_id, open_item_id: state.open_item_id, day }] : []
  })
  if (asked.length === 0) return found
  const sales = new Map((await findSales(db, asked)).map((one) => [one.open_item_id, one.sale_after]))
  return found.map((item) => {
    const sale_after = sales.get(item.state.open_item_id)
    return sale_after ? { ...item, state: { ...item.state, sale_after } } : item
  })
}

function findSales(db: Db, asked: readonly { end_customer_id: string; open_item_id: string; day: string }[]) {
  return db.any(sql.type(row<SaleRow>())`
    select end_customer_id, open_item_id, sale_after
    from (
      select item.end_customer_id, item.open_item_id,
        ${saleAfter(sql.fragment`item`, sql.fragment`asked.day`)} as sale_after
      from ${recordset('asked', { end_customer_id: 'uuid', open_item_id: 'uuid', day: 'date' }, asked)}
      -- sql.md: lateral limit 1
      cross join lateral (
        select end_customer_id, open_item_id, entry_number, amount_minor from open_items
        where open_items.end_customer_id = asked.end_customer_id and open_items.open_item_id = asked.open_item_id
          and kind = 'receivable'
        limit 1
      ) item
    ) found
    where sale_after is not null
  `)
}
