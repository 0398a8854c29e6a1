import type { ChangedItem } from '../../accounting/open-items/give-back.ts'
import { type Db, row, sql } from '../db/database.ts'
import { type UseOfItem, usesOfItems } from './open-items-of-facts.ts'

export type ChangedItemRow = ChangedItem & { payment_id: string | null; is_of_supplier: boolean }

/**
 * The items that a voucher's entry opened or changed, as they are now; whoever decides by it has locked them (lockSubjects). The
 * credit of a payment is open as far as no allocation has reserved it, which the payment knows.
 */
export function findChangedItems(db: Db, end_customer_id: string, journal_entry_id: string) {
  return db.any(sql.type(row<ChangedItemRow>())`
    select item.open_item_id, item.payment_id, kind in ('payable', 'supplier_advance') as is_of_supplier, item.amount_minor,
      case when payment.returned_by is null then coalesce(-payment.open_amount_minor, item.open_amount_minor)
        else -payment.credit_minor end as open_minor,
      item.amount_minor + (
        select coalesce(sum(moved.amount_minor), 0) from open_item_changes moved
        where moved.end_customer_id = item.end_customer_id and moved.open_item_id = item.open_item_id
      )::bigint as balance_minor,
      item.base_open_amount_minor as open_base_minor, change.changed_minor, change.changed_base_minor, change.is_opening,
      item.entry_number < change.entry_number and item.amount_minor + (
        select coalesce(sum(moved.amount_minor), 0) from open_item_changes moved
        where moved.end_customer_id = item.end_customer_id and moved.open_item_id = item.open_item_id
          and moved.entry_number < change.entry_number
      ) = 0 as was_closed,
      payment.payment_id is null and item.open_amount_minor <> item.amount_minor + (
        select coalesce(sum(moved.amount_minor), 0) from open_item_changes moved
        where moved.end_customer_id = item.end_customer_id and moved.open_item_id = item.open_item_id
      ) or payment.returned_by is null and payment.open_amount_minor <> payment.credit_minor or exists (
        select from open_item_changes moved
        where moved.end_customer_id = item.end_customer_id and moved.open_item_id = item.open_item_id
          and moved.entry_number > change.entry_number and moved.amount_minor <> 0
          and not ${givesBackFromBefore(end_customer_id)}
        having sum(moved.amount_minor) <> 0 or sum(moved.base_amount_minor) <> 0
      ) as is_shared_since
    from (
      select open_item_id, entry.entry_number, sum(moved.amount_minor)::bigint as changed_minor,
        sum(moved.base_amount_minor)::bigint as changed_base_minor, bool_or(purpose = 'opened') as is_opening
      from journal_entries entry
      cross join lateral (
        select open_item_id, amount_minor, base_amount_minor, 'opened' as purpose from open_items
        where open_items.end_customer_id = entry.end_customer_id and open_items.entry_number = entry.entry_number
        union all
        select open_item_id, amount_minor, base_amount_minor, purpose from open_item_changes change
        where change.end_customer_id = entry.end_customer_id and change.entry_number = entry.entry_number
      ) moved
      where entry.end_customer_id = ${end_customer_id} and entry.journal_entry_id = ${journal_entry_id}
        and source_type = 'journal_voucher'
      group by open_item_id, entry.entry_number
    ) change
    join open_items item on item.end_customer_id = ${end_customer_id} and item.open_item_id = change.open_item_id
    left join payments payment
      on payment.end_customer_id = ${end_customer_id} and payment.payment_id = item.payment_id
    order by item.open_item_id
  `)
}

/**
 * The condition that a movement `moved` reverses an entry from before the one of `change`. It gives back at the value that
 * was taken then, so it has no share of what was changed since.
 */
function givesBackFromBefore(end_customer_id: string) {
  return sql.fragment`exists (
    select from journal_entries reversal
    join journal_entries reversed
      on reversed.end_customer_id = reversal.end_customer_id and reversed.journal_entry_id = reversal.reversal_of
    where reversal.end_customer_id = ${end_customer_id} and reversal.entry_number = moved.entry_number
      and reversed.entry_number < change.entry_number
  )`
}

/** What has used some items after an entry, or has reserved them, and is not reversed: allocations, settlements, facts. */
export function findUsesSince(
  db: Db,
  end_customer_id: string,
  open_item_ids: readonly string[],
  journal_entry_id: string,
) {
  return db.any(sql.type(row<UseOfItem>())`
    with item as (
      select unnest(${sql.array(open_item_ids, 'uuid')}) as open_item_id
    ), used as (
      ${usesOfItems(end_customer_id)}
      union
      select 'payment_allocation', allocation_id
      from item
      join open_items credit on credit.end_customer_id = ${end_customer_id} and credit.open_item_id = item.open_item_id
      join allocations on allocations.end_customer_id = ${end_customer_id} and allocations.payment_id = credit.payment_id
      where allocations.state <> 'reversed'
    )
    select kind, id from used
    where not exists (
      select from journal_entries booked
      join journal_entries undone
        on undone.end_customer_id = booked.end_customer_id and undone.journal_entry_id = ${journal_entry_id}
      where booked.end_customer_id = ${end_customer_id} and booked.source_id = used.id and booked.reversal_of is null
        and booked.entry_number <= undone.entry_number
    )
    order by 1, 2
  `)
}
