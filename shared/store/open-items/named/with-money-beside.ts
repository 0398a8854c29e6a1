import type { MoneyBeside } from '../../../accounting/documents/voucher-item.ts'
import { publicId } from '../../../process/ids.ts'
import { type Db, row, sql } from '../../db/database.ts'
import { recordset } from '../../db/recordset.ts'
import type { FoundItem } from './named.ts'

type BesideRow = { advance_id: string; open_item_id: string; open_minor: bigint }

/**
 * Adds what is open beside taxed advances: other money of their partner on their account whose tax is declared, or was taken off by a
 * final invoice. No query is made where vouchers name no such advance.
 */
export async function withMoneyBeside(db: Db, found: readonly FoundItem[]): Promise<readonly FoundItem[]> {
  const advances = found.flatMap(({ end_customer_id, state: { is_taxed_advance, amount_minor, open_item_id } }) =>
    is_taxed_advance && amount_minor < 0n ? [{ end_customer_id, open_item_id }] : [],
  )
  if (advances.length === 0) return found
  const byAdvance = Map.groupBy(await findMoney(db, advances), ({ advance_id }) => advance_id)
  return found.map((item) => {
    const money = byAdvance.get(item.state.open_item_id)
    if (!money) return item
    const kind = item.state.by === 'supplier_payable_id' ? 'supplier_payable' : 'document'
    const beside = money.map(
      ({ open_item_id, open_minor }): MoneyBeside => ({ open_item_id, id: publicId(kind, open_item_id), open_minor }),
    )
    return { ...item, state: { ...item.state, beside } }
  })
}

function findMoney(db: Db, advances: readonly { end_customer_id: string; open_item_id: string }[]) {
  return db.any(sql.type(row<BesideRow>())`
    -- sql.md: as materialized
    with beside as materialized (
      select advance.open_item_id as advance_id, item.end_customer_id, item.open_item_id, item.open_amount_minor as open_minor,
        item.entry_number, item.line_number
      from ${recordset('named', { end_customer_id: 'uuid', open_item_id: 'uuid' }, advances)}
      -- sql.md: lateral limit 1
      cross join lateral (
        select end_customer_id, open_item_id, kind, account_code, currency,
          partner_key(partner_reference, partner_name) as partner_key
        from open_items
        where open_items.end_customer_id = named.end_customer_id and open_items.open_item_id = named.open_item_id
        limit 1
      ) advance
      join open_items item
        on item.end_customer_id = advance.end_customer_id and item.kind = advance.kind
        and item.account_code = advance.account_code and item.currency = advance.currency
        and partner_key(item.partner_reference, item.partner_name) = advance.partner_key
      where item.closed_on is null and item.state <> 'reversed' and item.open_amount_minor <> 0
        and item.open_item_id <> advance.open_item_id
    )
    -- The entries of that partner alone are read.
    select advance_id, open_item_id, open_minor from beside
    where is_taxed_advance(end_customer_id, open_item_id)
    order by entry_number, line_number
  `)
}
