import { type Db, row, sql } from '../../db/database.ts'

/** A receivable or payable of before a day, with the parts of it that were closed from that day on. */
export type ItemToTransfer = {
  readonly open_item_id: string
  readonly posting_date: string
  readonly moves: readonly { readonly on_date: string; readonly amount_minor: string }[]
}

/**
 * Receivables and payables of before a day that were open on it, by id; also those that were closed since, and those that were closed by
 * it and are given back.
 *
 * @param after the last one of the page before
 * @param seen_through items of entries up to this one were looked at, as these left them; null: none
 */
export function findItemsToTransfer(
  db: Db,
  end_customer_id: string,
  day: string,
  after: string | null,
  limit: number,
  seen_through: bigint | null = null,
): Promise<readonly ItemToTransfer[]> {
  return db.any(sql.type(row<ItemToTransfer>())`
    select open_item_id, posting_date, coalesce(moves, '[]') as moves
    from (
      -- sql.md: offset 0
      select open_item_id, posting_date from open_items
      where end_customer_id = ${end_customer_id} and kind in ('receivable', 'payable') and state <> 'reversed'
        and posting_date < ${day} and (closed_on is null or closed_on >= ${day})
        and (entry_number > coalesce(${seen_through}::bigint, 0) or exists (
          select from open_item_changes given
          where given.end_customer_id = ${end_customer_id} and given.open_item_id = open_items.open_item_id
            and given.entry_number > ${seen_through}::bigint and sign(given.amount_minor) = sign(open_items.amount_minor)
        ))
        and open_item_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      order by open_item_id
      limit ${limit}
      offset 0
    ) item
    cross join lateral (
      select jsonb_agg(
        jsonb_build_object('on_date', change.posting_date, 'amount_minor', (-amount_minor)::text)
        order by change.posting_date, entry_number, line_number
      ) as moves
      from open_item_changes change
      where change.end_customer_id = ${end_customer_id} and change.open_item_id = item.open_item_id
        and change.posting_date >= ${day} and amount_minor <> 0
    ) moved
    order by open_item_id
  `)
}
