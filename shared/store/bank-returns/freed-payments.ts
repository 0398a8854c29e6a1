import { row, sql, type Tx } from '../db/database.ts'
import { namesLine } from '../open-items/ids-of-debits.ts'
import { type OrderedNow, orderedNow } from '../open-items/ordered-now.ts'
import type { NewBankReturn } from './bank-returns.ts'

type ByReturn = Pick<NewBankReturn, 'end_customer_id' | 'return_id' | 'actor_id'>

/**
 * The ordered payment whose debit came back is not paid, so its payable can be ordered again: the debit has named it, or what brings
 * the money back does. Another payment of the same payable, which the bank is still to make, stays ordered.
 */
export async function freeOrderedPayment(
  tx: Tx,
  {
    end_customer_id,
    return_id,
    subject_id,
    entry_id,
    actor_id,
  }: ByReturn & Pick<NewBankReturn, 'subject_id' | 'entry_id'>,
  reason: string,
): Promise<void> {
  await tx.query(sql.type(row())`
    update payment_order_lines line
    set state = 'withdrawn', state_reason = ${reason}, state_changed_by = ${actor_id}, state_changed_at = now(),
      freed_by = ${return_id}, state_before = line.state
    from supplier_settlements settled
    join camt053_entries
      on camt053_entries.end_customer_id = settled.end_customer_id
        and camt053_entries.entry_id in (settled.evidence_entry_id, ${entry_id})
    where settled.end_customer_id = ${end_customer_id} and settlement_id = ${subject_id}
      and line.end_customer_id = ${end_customer_id} and line.supplier_payable_id = settled.supplier_payable_id
      and line.state in ('ordered', 'paid') and ${namesLine}
  `)
}

/**
 * What a return had freed is what it was before. Where the payable is in another order by now, it stays paid, as it stays
 * where a rest is ordered.
 */
export async function orderFreedPaymentAgain(
  tx: Tx,
  { end_customer_id, return_id, actor_id }: ByReturn,
): Promise<void> {
  await tx.query(sql.type(row())`
    update payment_order_lines line
    set state = case when exists (
        select from payment_order_lines other
        where other.end_customer_id = line.end_customer_id and other.supplier_payable_id = line.supplier_payable_id
          and other.state = 'ordered'
      ) then 'paid' else state_before end,
      state_reason = null, state_changed_by = ${actor_id}, state_changed_at = now(), freed_by = null, state_before = null
    where end_customer_id = ${end_customer_id} and freed_by = ${return_id} and state = 'withdrawn'
  `)
}

/**
 * Of the return that a voucher books: its payable, where an order would pay more of it than the reversal of the voucher leaves
 * open. The caller has locked the items of the voucher.
 */
export function findOrderedAgain(
  tx: Tx,
  end_customer_id: string,
  source_fact_id: string,
): Promise<{ readonly supplier_payable_id: string; readonly ordered: OrderedNow } | null> {
  return tx.maybeOne(sql.type(row<{ supplier_payable_id: string; ordered: OrderedNow }>())`
    select supplier_payable_id, ordered
    from (
      select item.open_item_id as supplier_payable_id, item.open_amount_minor -
          case when settled.currency = back.currency then returned_minor else settled.amount_minor end as left_minor,
        ${orderedNow} as ordered
      from bank_returns back
      join supplier_settlements settled
        on settled.end_customer_id = back.end_customer_id and settlement_id = back.subject_id
      join open_items item on item.end_customer_id = back.end_customer_id and open_item_id = supplier_payable_id
      where back.end_customer_id = ${end_customer_id} and back.source_fact_id = ${source_fact_id}
    ) payable
    where ordered is not null
      and left_minor < (ordered ->> 'amount_minor')::bigint + (ordered ->> 'discount_minor')::bigint
  `)
}

type ReturnOfFact = { readonly return_id: string; readonly supplier_payable_id: string | null }

/** The returns that vouchers book, of other facts none, with the payable whose settlement gave the money. */
export function findReturnsOfFacts(
  tx: Tx,
  end_customer_id: string,
  facts: readonly string[],
): Promise<readonly ReturnOfFact[]> {
  return tx.any(sql.type(row<ReturnOfFact>())`
    select return_id, supplier_payable_id
    from bank_returns back
    left join supplier_settlements settled
      on settled.end_customer_id = back.end_customer_id and settlement_id = back.subject_id
    where back.end_customer_id = ${end_customer_id} and source_fact_id = any(${sql.array(facts, 'uuid')})
    order by return_id
  `)
}
