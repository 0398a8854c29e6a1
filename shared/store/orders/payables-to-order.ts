import { type DaysOfPayments, isDiscountLeft } from '../../accounting/orders/early-payment.ts'
import type { PayableToOrder } from '../../accounting/orders/order-terms.ts'
import type { OpenTarget } from '../../camt053/matching/open-target.ts'
import type { OpenItemKind } from '../../contract/open-items/open-items.ts'
import { todayInSwitzerland } from '../../process/clock.ts'
import { publicId } from '../../process/ids.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { allOf } from '../db/filters.ts'
import { isBeingReversed } from '../open-items/named/named.ts'
import { isOnSide } from '../open-items/open-item-sides.ts'
import { openedBy } from '../open-items/open-items-of-facts.ts'
import { type OrderedNow, orderedNow } from '../open-items/ordered-now.ts'
import { daysOfPayments } from '../settlement/paid/days-of-payments.ts'
import { isDebited, isNamedByDebit } from './named-by-debits.ts'
import { findNotifiedPayments } from './notified-payments.ts'
import { findOpenAlike } from './paid-already/alike-payables.ts'

export type PayableSelection = {
  readonly due_through?: string
  readonly currency?: string
  readonly partner_reference?: string
}

/** The ids of invoices that are open, in no order, and fit, by the day on which they are due. */
export function selectPayables(
  db: Db,
  end_customer_id: string,
  { due_through, currency, partner_reference }: PayableSelection,
  limit: number,
): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ open_item_id: string }>())`
    select open_item_id from open_items item
    where ${allOf([
      sql.fragment`end_customer_id = ${end_customer_id} and kind = 'payable' and open_amount_minor > 0`,
      due_through !== undefined && sql.fragment`coalesce(due_date, document_date) <= ${due_through}`,
      currency !== undefined && sql.fragment`currency = ${currency}`,
      partner_reference !== undefined && sql.fragment`partner_reference = ${partner_reference}`,
      sql.fragment`not ${isBeingReversed(sql.fragment`item.end_customer_id`, sql.fragment`item.source_fact_id`)}`,
      sql.fragment`${orderedNow} is null`,
    ])}
    order by coalesce(due_date, document_date), open_item_id
    limit ${limit}
  `)
}

export type LockedPayableToOrder = PayableToOrder & {
  readonly kind: OpenItemKind
  readonly is_being_reversed: boolean
  readonly ordered: OrderedNow | null
  /** A debit of the bank that nobody has booked for it names a payment that was ordered for it, whatever became of that order. */
  readonly is_debited: boolean
  /** Public ids of notifications, and of bank entries that are pending, that name such a payment, and no bank statement has it as booked yet. */
  readonly notified_by: readonly string[]
  /** A payment that was withdrawn, and that the bank has all the same by a report of it; no debit tells of it yet. */
  readonly sent_all_the_same: SentAllTheSame | null
}

type SentAllTheSame = {
  readonly payment_order_id: string
  readonly end_to_end_id: string
  readonly bank_status: string
}

const sentAllTheSame = sql.fragment`(
  select jsonb_build_object(
    'payment_order_id', payment_order_id, 'end_to_end_id', end_to_end_id, 'bank_status', bank_status
  )
  from payment_order_lines line
  where line.end_customer_id = item.end_customer_id and line.supplier_payable_id = item.open_item_id
    and line.state = 'withdrawn' and line.sent_all_the_same and not ${isNamedByDebit}
  limit 1
)`

/**
 * Payables as they are once their rows are locked, in the order of their ids; also those of one bill with them, as two orders at once would not see each
 * other. sql.md: lock, then read
 */
export async function lockPayablesToOrder(
  tx: Tx,
  end_customer_id: string,
  ids: readonly string[],
): Promise<readonly LockedPayableToOrder[]> {
  await lockOrderedPayables(tx, end_customer_id, [...ids, ...(await findOpenAlike(tx, end_customer_id, ids))])
  return findPayablesToOrder(tx, end_customer_id, ids)
}

/** The same as they are at this moment. */
export async function findPayablesToOrder(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
): Promise<readonly LockedPayableToOrder[]> {
  const found = await db.any(sql.type(row<Omit<LockedPayableToOrder, 'notified_by'> & { paid_on: DaysOfPayments }>())`
    select open_item_id as supplier_payable_id, kind, currency, amount_minor, open_amount_minor, document_date,
      due_date, document_number, payment_reference, partner_name, partner_key(partner_reference, partner_name) as partner_key,
      fact.request #>> '{payload,supplier,iban}' as creditor_iban,
      fact.request #> '{payload,supplier,structured_address}' as creditor_address,
      fact.request #> '{payload,discount_terms}' as discount_terms,
      (
        select coalesce(max(line.discount_minor), 0) from payment_order_lines line
        where line.end_customer_id = item.end_customer_id and line.supplier_payable_id = item.open_item_id
          and line.state in ('ordered', 'paid')
      ) as discount_taken_minor, case when open_amount_minor < amount_minor then ${daysOfPayments('item')} else '[]' end as paid_on,
      ${isBeingReversed(sql.fragment`item.end_customer_id`, sql.fragment`item.source_fact_id`)} as is_being_reversed,
      ${orderedNow} as ordered, ${isDebited} as is_debited, ${sentAllTheSame} as sent_all_the_same
    from open_items item
    left join source_facts fact using (end_customer_id, source_fact_id)
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(ids, 'uuid')})
      and ${isOnSide('supplier_payable')}
  `)
  const notified = await findNotifiedPayments(db, end_customer_id, ids, todayInSwitzerland())
  const byPayable = Map.groupBy(notified, ({ supplier_payable_id }) => supplier_payable_id)
  return found.map(({ paid_on, ...payable }) => {
    const told = byPayable.get(payable.supplier_payable_id) ?? []
    const discount_taken_minor = isDiscountLeft(paid_on, payable)
      ? payable.open_amount_minor
      : payable.discount_taken_minor
    return { ...payable, discount_taken_minor, notified_by: told.map(({ kind, told_by }) => publicId(kind, told_by)) }
  })
}

/** With what the books have for what is open. */
export type OwedPayable = OpenTarget & {
  readonly due_date: string | null
  readonly book_minor: bigint
  readonly book_currency: string
}

/** All that these partners are owed, in the words of the search for proposals. */
export function findOpenPayablesOf(
  db: Db,
  end_customer_id: string,
  partner_keys: readonly string[],
): Promise<readonly OwedPayable[]> {
  return db.any(sql.type(row<OwedPayable>())`
    select open_item_id as id, currency, document_date, due_date, amount_minor, open_amount_minor, payment_reference,
      document_number, partner_name, partner_reference, base_open_amount_minor as book_minor, (
        select base_currency from end_customers where end_customer_id = ${end_customer_id}
      ) as book_currency
    from open_items
    where end_customer_id = ${end_customer_id} and kind = 'payable' and open_amount_minor > 0
      and partner_key(partner_reference, partner_name) = any(${sql.array(partner_keys, 'text')})
  `)
}

export async function lockOrderedPayables(tx: Tx, end_customer_id: string, ids: readonly string[]): Promise<void> {
  await tx.query(sql.type(row())`
    select from open_items
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(ids, 'uuid')})
      and ${isOnSide('supplier_payable')}
    order by open_item_id
    for update
  `)
}

/** The payments that are ordered for what a fact has opened. */
export function findPaymentsOfFact(
  db: Db,
  end_customer_id: string,
  source_fact_id: string,
): Promise<readonly OrderedNow[]> {
  return db.anyFirst(sql.type(row<{ ordered: OrderedNow }>())`
    select ordered
    from (
      select ${orderedNow} as ordered from open_items item
      where end_customer_id = ${end_customer_id} and ${openedBy(end_customer_id, source_fact_id)} offset 0
    ) item
    where ordered is not null
  `)
}
