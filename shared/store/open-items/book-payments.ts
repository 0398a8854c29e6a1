import type { BookedPayment } from '../../accounting/facts/open-items/changes-of-fact.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'

const BOOKED = {
  end_customer_id: 'uuid',
  payment_id: 'uuid',
  source_fact_id: 'uuid',
  journal_entry_id: 'uuid',
  account_code: 'text',
  partner_name: 'text',
  currency: 'text',
  entry_number: 'int8',
  line_number: 'int2',
  posting_date: 'date',
  amount_minor: 'int8',
  base_amount_minor: 'int8',
  created_at: 'timestamptz',
} as const

/**
 * Gives payments the credit that vouchers have booked. A payment that left credit before, which was reversed, leaves it
 * once more: that is a change of the same item.
 */
export async function bookPayments(tx: Tx, payments: readonly BookedPayment[]): Promise<void> {
  if (payments.length === 0) return
  await tx.query(sql.type(row())`
    with credit as materialized (
      select end_customer_id, payment_id, journal_entry_id, account_code, partner_name, currency, entry_number,
        line_number, posting_date, amount_minor, base_amount_minor, created_at
      from ${recordset('credit', BOOKED, payments)}
    ), opened as (
      insert into open_items (
        end_customer_id, open_item_id, kind, account_code, payment_id, journal_entry_id, entry_number, line_number,
        posting_date, partner_name, document_date, currency, amount_minor, base_amount_minor, open_amount_minor,
        base_open_amount_minor, created_at
      )
      select end_customer_id, payment_id, 'customer_credit', account_code, payment_id, journal_entry_id, entry_number,
        line_number, posting_date, partner_name, posting_date, currency, amount_minor, base_amount_minor, amount_minor,
        base_amount_minor, created_at
      from credit
      on conflict (end_customer_id, open_item_id) do nothing
      returning end_customer_id, open_item_id
    )
    insert into open_item_changes (
      end_customer_id, open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor, purpose
    )
    select end_customer_id, payment_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor, 'opened'
    from credit
    where (end_customer_id, payment_id) not in (select end_customer_id, open_item_id from opened)
  `)
  await tx.query(sql.type(row())`
    update payments set booked_by = source_fact_id, open_amount_minor = -credit.amount_minor,
      credit_minor = -credit.amount_minor, credit_base_minor = -credit.base_amount_minor
    from ${recordset('credit', BOOKED, payments)}
    where payments.end_customer_id = credit.end_customer_id and payments.payment_id = credit.payment_id
  `)
}
