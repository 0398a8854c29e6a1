import type { SameReference } from '../../../accounting/orders/order-terms.ts'
import { type Db, row, sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'
import { compacted } from '../../open-items/named/compacted.ts'

/** A rent has one reference each month: what was paid so long before the day on which this one is due is another month. */
const DAYS_BEFORE = 60

/** Less than the shortest month. */
const DAYS_APART = 25

const ibanOf = (fact: Fragment) => compacted(sql.fragment`${fact}.request #>> '{payload,supplier,iban}'`)

const isOrdered = sql.fragment`exists (
  select from payment_order_lines line
  where line.end_customer_id = other.end_customer_id and line.supplier_payable_id = other.open_item_id
    and line.state = 'ordered'
)`

/** With money: what a credit note has closed was not paid. */
const isPaid = sql.fragment`(
  other.closed_on >= coalesce(item.due_date, item.document_date) - ${DAYS_BEFORE}::int and (
    exists (
      select from payment_order_lines line
      where line.end_customer_id = other.end_customer_id and line.supplier_payable_id = other.open_item_id
        and line.state in ('ordered', 'paid')
    ) or exists (
      select from supplier_settlements settled
      where settled.end_customer_id = other.end_customer_id and settled.supplier_payable_id = other.open_item_id
        and settled.state = 'posted'
    )
  )
)`

/**
 * What else has the reference of these payables: of themselves, in an order, or paid.
 *
 * @param payables those with a reference that banks know (QRR, SCOR)
 */
export async function findSameReferences(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
): Promise<readonly SameReference[]> {
  if (payables.length === 0) return []
  const ids = sql.array(payables, 'uuid')
  return db.any(sql.type(row<SameReference>())`
    select item.open_item_id as supplier_payable_id, other.open_item_id as other_id,
      case when other.open_amount_minor = 0 then 'paid' when ${isOrdered} then 'ordered' else 'open' end as other_state,
      abs(other.document_date - item.document_date) < ${DAYS_APART}::int as is_near
    from open_items item
    join open_items other
      on other.end_customer_id = ${end_customer_id} and other.open_item_id <> item.open_item_id
        and ${compacted(sql.fragment`other.payment_reference`)} = ${compacted(sql.fragment`item.payment_reference`)}
        and other.payment_reference is not null and other.kind = 'payable' and other.state <> 'reversed'
    left join source_facts own
      on own.end_customer_id = item.end_customer_id and own.source_fact_id = item.source_fact_id
    left join source_facts its
      on its.end_customer_id = other.end_customer_id and its.source_fact_id = other.source_fact_id
    where item.end_customer_id = ${end_customer_id} and item.open_item_id = any(${ids})
      and item.payment_reference is not null and (
        ${ibanOf(sql.fragment`own`)} = ${ibanOf(sql.fragment`its`)}
        or (${ibanOf(sql.fragment`own`)} is null or ${ibanOf(sql.fragment`its`)} is null)
          and partner_key(item.partner_reference, item.partner_name) = partner_key(other.partner_reference, other.partner_name)
      )
      and case when other.open_amount_minor = 0 then ${isPaid} else other.open_item_id = any(${ids}) or ${isOrdered} end
    order by other.open_item_id
  `)
}

/** What is open of the references of these payables beside them, whoever is paid by it. */
export function findOpenOfOneReference(
  db: Db,
  end_customer_id: string,
  payables: readonly string[],
): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ open_item_id: string }>())`
    select distinct other.open_item_id
    from open_items item
    join open_items other
      on other.end_customer_id = ${end_customer_id} and other.open_item_id <> item.open_item_id
        and ${compacted(sql.fragment`other.payment_reference`)} = ${compacted(sql.fragment`item.payment_reference`)}
        and other.payment_reference is not null and other.kind = 'payable' and other.open_amount_minor > 0
    where item.end_customer_id = ${end_customer_id} and item.open_item_id = any(${sql.array(payables, 'uuid')})
      and item.payment_reference is not null
  `)
}
