import { publicId } from '../../process/ids.ts'
import { type Db, row, sql } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import { GIVEN_BACK, type GivenBack } from './given-back.ts'

type ItemOfReversal = { open_item_id: string; payment_id: string | null; is_of_supplier: boolean }

/**
 * The items, as clients name them, that would have an amount and less than no value if they got something back. A closed
 * item may have kept a value of a revaluation: amounts that are given back may be worth less than that.
 */
export async function findOverdrawn(db: Db, end_customer_id: string, given: readonly GivenBack[]): Promise<string[]> {
  const items = await db.any(sql.type(row<ItemOfReversal>())`
    select open_item_id, payment_id, kind in ('payable', 'supplier_advance') as is_of_supplier
    from ${givenByItem(given)}
    join open_items item using (open_item_id)
    where end_customer_id = ${end_customer_id} and open_amount_minor + given.amount_minor <> 0
      and sign(base_open_amount_minor + given.base_minor) = -sign(item.amount_minor)
    order by open_item_id
  `)
  return items.map(nameOf)
}

/** An item, as clients name it, and the vouchers that have given something back to it and are not reversed. */
export type FullItem = { readonly item: string; readonly vouchers: readonly string[] }

/**
 * The items that would have more than they were opened with if what is booked on them gave something back, and what has
 * given to them already. What drafts have reserved is still theirs. The credit of a payment has at most the payment.
 */
export async function findWithoutRoom(
  db: Db,
  end_customer_id: string,
  given: readonly GivenBack[],
): Promise<FullItem[]> {
  const items = await db.any(sql.type(row<ItemOfReversal & { vouchers: string[] }>())`
    select item.open_item_id, item.payment_id, kind in ('payable', 'supplier_advance') as is_of_supplier,
      array(
        select entry.source_id
        from open_item_changes change
        join journal_entries entry
          on entry.end_customer_id = change.end_customer_id and entry.entry_number = change.entry_number
        where change.end_customer_id = item.end_customer_id and change.open_item_id = item.open_item_id
          and entry.source_type = 'journal_voucher' and entry.reversal_of is null and not exists (
            select from journal_entries reversal
            where reversal.end_customer_id = entry.end_customer_id and reversal.reversal_of = entry.journal_entry_id
          )
        group by entry.source_id
        having sign(sum(change.amount_minor)) = sign(item.amount_minor)
        order by entry.source_id
      ) as vouchers
    from ${givenByItem(given)}
    join open_items item using (open_item_id)
    left join payments payment
      on payment.end_customer_id = item.end_customer_id and payment.payment_id = item.payment_id
    cross join lateral (
      select coalesce(sum(line.amount_minor), 0) as amount_minor
      from allocation_lines line join allocations using (end_customer_id, allocation_id)
      where line.end_customer_id = item.end_customer_id and line.document_id = item.open_item_id and state = 'draft'
    ) allocated
    cross join lateral (
      select coalesce(sum(settlement.amount_minor), 0) as amount_minor from supplier_settlements settlement
      where settlement.end_customer_id = item.end_customer_id and supplier_payable_id = item.open_item_id
        and settlement.state = 'draft'
    ) settled
    where item.end_customer_id = ${end_customer_id} and case
      when payment.payment_id is null then
        abs(item.open_amount_minor + allocated.amount_minor + settled.amount_minor + given.amount_minor)
          > abs(item.amount_minor)
      else payment.credit_minor - given.amount_minor > payment.amount_minor
        or payment.returned_by is null and payment.open_amount_minor - given.amount_minor > payment.amount_minor
      end
    order by item.open_item_id
  `)
  return items.map((item) => ({
    item: nameOf(item),
    vouchers: item.vouchers.map((voucher) => publicId('source_fact', voucher)),
  }))
}

function givenByItem(given: readonly GivenBack[]) {
  return sql.fragment`(
    select open_item_id, sum(amount_minor) as amount_minor, sum(base_minor) as base_minor
    from ${recordset('given', GIVEN_BACK, given)}
    group by open_item_id
  ) given`
}

function nameOf({ payment_id, is_of_supplier, open_item_id }: ItemOfReversal): string {
  if (payment_id !== null) return publicId('payment', payment_id)
  return publicId(is_of_supplier ? 'supplier_payable' : 'document', open_item_id)
}
