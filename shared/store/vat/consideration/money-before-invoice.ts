import { type Db, row, sql } from '../../db/database.ts'
import { saleAfter } from '../../open-items/named/sale-after.ts'

export type MoneyRow = {
  /** Credit that the payment has left, or a document: other credit, or a receivable that was paid before the tax of its invoice counts. */
  readonly kind: 'payment' | 'receivable'
  readonly id: string
  readonly on_day: string
  readonly partner_name: string
  readonly base_minor: bigint
}

type DaysOfMoney = { readonly end_customer_id: string; readonly from: string; readonly to: string }

/**
 * Money of customers that came in some days and belongs to no invoice of them at their end: credit without declared tax, and, where consideration
 * is agreed, what has paid invoices whose tax counts later. The oldest first. sql.md: kept plan
 *
 * @param limit as many are looked for
 */
export function findMoneyBeforeInvoice(db: Db, days: DaysOfMoney, limit: number): Promise<readonly MoneyRow[]> {
  return db.any(sql.prepared('find_money_before_invoice', row<MoneyRow>())`
    select kind, id, on_day, partner_name, base_minor
    from ((${firstOf(creditOf(days), limit)}) union all (${firstOf(paidAhead(days), limit)})) money
    order by on_day, id, open_item_id
    limit ${limit}
  `)
}

/** Whether an advance is taxed is looked up item by item: of many payments, for the first ones only. */
function firstOf(money: ReturnType<typeof creditOf>, limit: number) {
  return sql.fragment`
    select kind, id, on_day, partner_name, base_minor, open_item_id
    from (${money}) as found (kind, id, on_day, partner_name, base_minor, open_item_id)
    where base_minor > 0
    order by on_day, id, open_item_id
    limit ${limit}
  `
}

function creditOf({ end_customer_id, from, to }: DaysOfMoney) {
  return sql.fragment`
    select case when payment_id is null then 'receivable' else 'payment' end as kind,
      coalesce(payment_id, open_item_id) as id, posting_date as on_day, partner_name,
      -coalesce(open_amount_on(${to}, used_from, base_amount_minor, rest_from, rest_base_minor),
        moved_amount(end_customer_id, open_item_id, ${to}, true)) as base_minor,
      open_item_id
    from open_items
    where end_customer_id = ${end_customer_id} and kind = 'customer_credit' and posting_date between ${from} and ${to}
      and (closed_on is null or closed_on > ${to}) and amount_minor < 0 and state <> 'reversed'
      and not is_taxed_advance(end_customer_id, open_item_id)
  `
}

/** What was paid in the days, also where an earlier part came in those before. */
function paidAhead({ end_customer_id, from, to }: DaysOfMoney) {
  return sql.fragment`
    select 'receivable', open_item_id, paid_on, partner_name, paid_minor, open_item_id
    from open_items item
    cross join lateral (
      select min(posting_date) as paid_on, -sum(base_amount_minor)::bigint as paid_minor
      from open_item_changes change
      where change.end_customer_id = item.end_customer_id and change.open_item_id = item.open_item_id
        and change.posting_date between ${from} and ${to} and purpose <> 'opened'
    ) paid
    where end_customer_id = ${end_customer_id} and kind = 'receivable' and used_from <= ${to}
      and used_from < greatest(posting_date, document_date) and greatest(posting_date, document_date) > ${to}
      and amount_minor > 0 and state <> 'reversed' and ${saleAfter(sql.fragment`item`, sql.fragment`${to}::date`)} is not null
  `
}
