import type { PayableToOrder } from '../../accounting/orders/plan-payments.ts'
import type { OpenItemKind } from '../../contract/open-items/open-items.ts'
import { toldDetails } from '../bank/details-of-entries.ts'
import { accountOfOther } from '../bank/partners-of-accounts.ts'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import { allOf } from '../db/filters.ts'
import { isBeingReversed } from '../open-items/named/named.ts'
import { isOnSide } from '../open-items/open-item-sides.ts'
import { openedBy } from '../open-items/open-items-of-facts.ts'
import { type OrderedNow, orderedNow } from '../open-items/ordered-now.ts'

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
  /** A debit of the bank that nothing has booked names a payment that was ordered for it, whatever became of that order. */
  readonly is_debited: boolean
}

/** Payables as they are once their rows are locked, in the order of their ids. sql.md: lock, then read */
export async function lockPayablesToOrder(
  tx: Tx,
  end_customer_id: string,
  ids: readonly string[],
): Promise<readonly LockedPayableToOrder[]> {
  await lockOrderedPayables(tx, end_customer_id, ids)
  return findPayablesToOrder(tx, end_customer_id, ids)
}

/** The same as they are at this moment. */
export function findPayablesToOrder(
  db: Db,
  end_customer_id: string,
  ids: readonly string[],
): Promise<readonly LockedPayableToOrder[]> {
  return db.any(sql.type(row<LockedPayableToOrder>())`
    select open_item_id as supplier_payable_id, kind, currency, amount_minor, open_amount_minor, document_date,
      document_number, payment_reference, partner_name, partner_key(partner_reference, partner_name) as partner_key,
      fact.request #>> '{payload,supplier,iban}' as creditor_iban,
      fact.request #> '{payload,supplier,structured_address}' as creditor_address,
      fact.request #> '{payload,discount_terms}' as discount_terms,
      ${isBeingReversed(sql.fragment`item.end_customer_id`, sql.fragment`item.source_fact_id`)} as is_being_reversed,
      ${orderedNow} as ordered, open_item_id in (
        -- A proposal stands for a moment after its bank entry is booked or dismissed.
        select target_id
        from settlement_candidates candidate join camt053_entries debit using (end_customer_id, entry_id)
        where candidate.end_customer_id = ${end_customer_id} and candidate.state = 'open'
          and target_type = 'supplier_payable' and reasons && array['end_to_end_id', 'payment_information_id']
          and used_minor < debit.amount_minor and dismissed_by is null
      ) as is_debited
    from open_items item
    left join source_facts fact using (end_customer_id, source_fact_id)
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(ids, 'uuid')})
      and ${isOnSide('supplier_payable')}
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

/**
 * Where each of these partners was paid last, by its key: ordered to be paid, or by a debit of the bank that is the evidence of a
 * settlement. What was rejected, withdrawn or reversed does not count. Ids made later sort later, whichever they are.
 */
export async function findLastIbans(
  db: Db,
  end_customer_id: string,
  partner_keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const keys = sql.array(partner_keys, 'text')
  const found = await db.any(sql.type(row<{ partner_key: string; iban: string }>())`
    select distinct on (partner_key) partner_key, iban
    from (
      select wanted.partner_key, creditor_iban as iban, payment_order_id as paid_by
      from unnest(${keys}) as wanted (partner_key)
      -- sql.md: lateral limit 1
      cross join lateral (
        select creditor_iban, payment_order_id from payment_order_lines line
        where line.end_customer_id = ${end_customer_id} and line.partner_key = wanted.partner_key
          and left(line.partner_key, 100) = left(wanted.partner_key, 100) and state in ('ordered', 'paid')
        order by payment_order_id desc, line_number desc
        limit 1
      ) last
      union all
      -- A debit of several payments does not say which of them this is.
      select partner_key(partner_reference, partner_name), ${accountOfOther(sql.fragment`details`)}, settlement_id
      from supplier_settlements settlement
      join open_items item on item.end_customer_id = settlement.end_customer_id and open_item_id = supplier_payable_id
      join camt053_entries on camt053_entries.end_customer_id = settlement.end_customer_id
        and camt053_entries.entry_id = settlement.evidence_entry_id
      -- sql.md: offset 0
      cross join lateral (select ${toldDetails} as details offset 0) told
      where settlement.end_customer_id = ${end_customer_id} and settlement.state <> 'reversed'
        and credit_debit = 'DBIT' and partner_key(partner_reference, partner_name) = any(${keys})
    ) paid
    where iban is not null
    order by partner_key, paid_by desc
  `)
  return new Map(found.map(({ partner_key, iban }) => [partner_key, iban]))
}
