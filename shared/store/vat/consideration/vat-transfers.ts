import { isWrittenHere } from '../../databases/fences.ts'
import { type Db, row, sql, type Tx } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import { recordset } from '../../db/recordset.ts'

type BegunChange = {
  readonly change_number: number
  readonly day: string
  /** Of the next such change. */
  readonly next_day: string | null
  readonly actor_id: string
  /** Items of entries up to this one were looked at; null where none were. */
  readonly seen_through: bigint | null
}

/**
 * The change of a registration with the earliest day, of those that have begun and were not looked at since, or have items that were
 * booked later with a day of before: open items may have tax to transfer. Each is looked at by itself, as an item that is open on one day may be paid by the next.
 */
export function findChangeToTransfer(db: Db, end_customer_id: string, today: string): Promise<BegunChange | null> {
  return db.maybeOne(sql.type(row<BegunChange>())`
    select change_number, valid_from as day, next_day, actor_id, ${seenThrough} as seen_through
    from (
      select end_customer_id, max(change_number) as change_number, valid_from, lead(valid_from) over (order by valid_from) as next_day,
        (array_agg(actor_id order by change_number desc))[1] as actor_id
      from vat_registration_changes change
      where end_customer_id = ${end_customer_id} and valid_from <= ${today} and valid_from > '0001-01-01'
        and ${waitsForTransfer}
      group by end_customer_id, valid_from
    ) change
    order by valid_from
    limit 1
  `)
}

/** End customers with such a change, by id. */
export function findCustomersToTransfer(db: Db, today: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ end_customer_id: string }>())`
    select distinct end_customer_id from vat_registration_changes change
    where valid_from <= ${today} and valid_from > '0001-01-01' and ${isWrittenHere()} and ${waitsForTransfer}
    order by end_customer_id
  `)
}

function considerationHeld(day: Fragment) {
  return sql.fragment`(
    select consideration from vat_registration_changes held
    where held.end_customer_id = change.end_customer_id and ${day}
    order by held.valid_from desc, held.change_number desc limit 1
  )`
}

const isOfConsideration = sql.fragment`
  ${considerationHeld(sql.fragment`held.valid_from = change.valid_from`)}
    <> ${considerationHeld(sql.fragment`held.valid_from < change.valid_from`)}
`
const hasLooked = sql.fragment`
  looked.change_number >= change.change_number and looked.looked_on >= change.valid_from
`
const seenThrough = sql.fragment`(
  select max(through_entry_number) from vat_transfers looked
  where looked.end_customer_id = change.end_customer_id and ${hasLooked}
)`
/**
 * Open on the day of the change, and booked since; or closed by it, and given back since, by a reversal or a voucher. Those that are closed
 * by now are taxed by the consideration of their own day.
 */
const hasLateItems = sql.fragment`
  case when ${isOfConsideration} then exists (
    select from open_items item
    where item.end_customer_id = change.end_customer_id and item.closed_on is null
      and least(item.posting_date, item.used_from) < change.valid_from and item.posting_date < change.valid_from
      and item.kind in ('receivable', 'payable') and item.state <> 'reversed' and item.entry_number > ${seenThrough}
  ) or exists (
    select from open_items item
    where item.end_customer_id = change.end_customer_id and item.closed_on is null
      and least(item.posting_date, item.used_from) < change.valid_from and item.posting_date < change.valid_from
      and item.kind in ('receivable', 'payable') and item.state <> 'reversed'
      -- sql.md: offset 0. Each open item is looked up: what was paid since is much more, and is closed.
      and exists (
        select from open_item_changes given
        where given.end_customer_id = change.end_customer_id and given.open_item_id = item.open_item_id
          and given.entry_number > ${seenThrough} and sign(given.amount_minor) = sign(item.amount_minor)
        offset 0
      )
      and not exists (
        select from open_item_changes transferred
        where transferred.end_customer_id = change.end_customer_id and transferred.open_item_id = item.open_item_id
          and transferred.purpose = 'transfer' and transferred.amount_minor = 0 and transferred.posting_date >= change.valid_from
      )
  ) else false end
`
const waitsForTransfer = sql.fragment`(
  not exists (
    select from vat_transfers looked where looked.end_customer_id = change.end_customer_id and ${hasLooked}
  ) or ${hasLateItems}
)`

/** Keeps that an entry transfers tax; it is the source of the entry. */
export async function insertVatTransfer(
  tx: Tx,
  transfer: { end_customer_id: string; transfer_id: string; journal_entry_id: string },
): Promise<void> {
  const { end_customer_id, transfer_id, journal_entry_id } = transfer
  await tx.query(sql.type(row())`
    insert into vat_transfers (end_customer_id, transfer_id, journal_entry_id)
    values (${end_customer_id}, ${transfer_id}, ${journal_entry_id})
  `)
}

/** Keeps that nothing is left to transfer for the changes so far of days up to `looked_on`. */
export async function insertTransferDone(
  tx: Tx,
  done: {
    end_customer_id: string
    transfer_id: string
    change_number: number
    looked_on: string
    through_entry_number: bigint
  },
): Promise<void> {
  const { end_customer_id, transfer_id, change_number, looked_on, through_entry_number } = done
  await tx.query(sql.type(row())`
    insert into vat_transfers (end_customer_id, transfer_id, change_number, looked_on, through_entry_number)
    values (${end_customer_id}, ${transfer_id}, ${change_number}, ${looked_on}, ${through_entry_number})
  `)
}

/** Marks the items whose tax an entry transfers: it moves nothing of them. */
export async function insertTransferredItems(
  tx: Tx,
  items: readonly { end_customer_id: string; open_item_id: string; entry_number: bigint; posting_date: string }[],
): Promise<void> {
  const columns = { end_customer_id: 'uuid', open_item_id: 'uuid', entry_number: 'int8', posting_date: 'date' } as const
  await tx.query(sql.type(row())`
    insert into open_item_changes (
      end_customer_id, open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor, purpose
    )
    select end_customer_id, open_item_id, entry_number, 0, posting_date, 0, 0, 'transfer'
    from ${recordset('item', columns, items)}
  `)
}
