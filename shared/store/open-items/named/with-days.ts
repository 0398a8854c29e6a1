import type { ItemMove } from '../../../accounting/documents/voucher-item.ts'
import type { ItemNamed } from '../../../accounting/facts/open-items/items-named.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import type { FoundItem } from './named.ts'

type MoveRow = ItemMove & { end_customer_id: string; open_item_id: string }

/**
 * Adds what moved items on which days to those that vouchers revalue, and to those that vouchers change on a day before
 * something else did. Older lines have no days: what is left of them counts. No query is made where nothing needs it.
 */
export async function withDays(
  db: Db,
  found: readonly FoundItem[],
  wanted: readonly ItemNamed[],
): Promise<readonly FoundItem[]> {
  const names = new Map(wanted.map((named) => [`${named.end_customer_id} ${named.key}`, named]))
  const needsDays = ({ end_customer_id, key, state, moved_on }: FoundItem) => {
    const named = names.get(`${end_customer_id} ${key}`)
    if (!named || state.by === 'legacy_line') return false
    return named.is_revalued || named.from < named.to || (moved_on !== null && named.from < moved_on)
  }
  const items = found.filter(needsDays)
  if (items.length === 0) return found
  const moves = Map.groupBy(await findMoves(db, items), ({ open_item_id }) => open_item_id)
  return found.map((item) =>
    needsDays(item) ? { ...item, state: { ...item.state, days: moves.get(item.state.moved_item_id) ?? [] } } : item,
  )
}

function findMoves(db: Db, items: readonly FoundItem[]) {
  const ids = items.map(({ end_customer_id, state }) => ({ end_customer_id, open_item_id: state.moved_item_id }))
  return db.any(sql.type(row<MoveRow>())`
    select item.end_customer_id, item.open_item_id, moved.posting_date, moved.amount_minor, moved.base_minor
    from ${recordset('item', { end_customer_id: 'uuid', open_item_id: 'uuid' }, ids)}
    -- sql.md: lateral in order
    cross join lateral (
      select posting_date, sum(amount_minor)::bigint as amount_minor, sum(base_amount_minor)::bigint as base_minor
      from open_item_movements
      where open_item_movements.end_customer_id = item.end_customer_id
        and open_item_movements.open_item_id = item.open_item_id
      -- What closed a part apart from what changed the value.
      group by posting_date, amount_minor = 0
      order by posting_date, amount_minor = 0
    ) moved
  `)
}
