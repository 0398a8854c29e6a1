import { row, sql, type Tx } from '../db/database.ts'
import { namesLine } from '../open-items/ids-of-debits.ts'
import type { NewBankReturn } from './bank-returns.ts'

type ByReturn = Pick<NewBankReturn, 'end_customer_id' | 'return_id' | 'actor_id'>

/**
 * The ordered payment whose debit came back is not paid, so its payable can be ordered again. Another payment of the same
 * payable, which the bank is still to make, stays ordered.
 */
export async function freeOrderedPayment(
  tx: Tx,
  { end_customer_id, return_id, subject_id, actor_id }: ByReturn & Pick<NewBankReturn, 'subject_id'>,
  reason: string,
): Promise<void> {
  await tx.query(sql.type(row())`
    update payment_order_lines line
    set state = 'withdrawn', state_reason = ${reason}, state_changed_by = ${actor_id}, state_changed_at = now(),
      freed_by = ${return_id}, state_before = line.state
    from supplier_settlements settled
    join camt053_entries
      on camt053_entries.end_customer_id = settled.end_customer_id
        and camt053_entries.entry_id = settled.evidence_entry_id
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
