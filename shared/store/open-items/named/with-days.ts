import type { ItemMove } from '../../../accounting/documents/voucher-item.ts'
import type { ItemNamed } from '../../../accounting/facts/open-items/items-named.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import type { FoundItem } from './named.ts'

type MoveRow = ItemMove & { end_customer_id: string; open_item_id: string }

/**
 * Adds to the items that vouchers revalue what moved them on which days. Older lines have no days: what is left of them
 * counts. No query is made where nothing is revalued.
 */
export async function withDays(
  db: Db,
  found: readonly FoundItem[],
  wanted: readonly ItemNamed[],
): Promise<readonly FoundItem[]> {
  const revalued = new Set(
    wanted.filter(({ is_revalued }) => is_revalued).map(({ end_customer_id, key }) => `${end_customer_id} ${key}`),
  )
  const isRevalued = ({ end_customer_id, key, state }: FoundItem) =>
    state.by !== 'legacy_line' && revalued.has(`${end_customer_id} ${key}`)
  const items = found.filter(isRevalued)
  if (items.length === 0) return found
  const moves = Map.groupBy(await findMoves(db, items), ({ open_item_id }) => open_item_id)
  return found.map((item) =>
    isRevalued(item) ? { ...item, state: { ...item.state, days: moves.get(item.state.open_item_id) ?? [] } } : item,
  )
}

function findMoves(db: Db, items: readonly FoundItem[]) {
  const ids = items.map(({ end_customer_id, state: { open_item_id } }) => ({ end_customer_id, open_item_id }))
  return db.any(sql.type(row<MoveRow>())`
    select item.end_customer_id, item.open_item_id, moved.posting_date, moved.amount_minor, moved.base_minor
    from ${recordset('item', { end_customer_id: 'uuid', open_item_id: 'uuid' }, ids)}
    -- sql.md: lateral in order
    cross join lateral (
      select posting_date, sum(amount_minor)::bigint as amount_minor, sum(base_amount_minor)::bigint as base_minor
      from open_item_movements
      where open_item_movements.end_customer_id = item.end_customer_id
        and open_item_movements.open_item_id = item.open_item_id
      group by posting_date
      order by posting_date
    ) moved
  `)
}
