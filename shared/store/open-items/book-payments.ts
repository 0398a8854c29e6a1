import type { BookedPayment } from '../../accounting/facts/open-items/changes-of-fact.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import { creditItem } from './payment-credit.ts'

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

/** Gives payments the credit that vouchers have booked. */
export async function bookPayments(tx: Tx, payments: readonly BookedPayment[]): Promise<void> {
  if (payments.length === 0) return
  await tx.query(sql.type(row())`
    insert into open_items (
      end_customer_id, open_item_id, kind, account_code, payment_id, journal_entry_id, entry_number, line_number,
      posting_date, partner_name, document_date, currency, amount_minor, base_amount_minor, open_amount_minor,
      base_open_amount_minor, created_at
    )
    select credit.end_customer_id, credit_item_id, 'customer_credit', account_code, credit.payment_id, journal_entry_id,
      entry_number, line_number, posting_date, partner_name, posting_date, currency, amount_minor, base_amount_minor,
      amount_minor, base_amount_minor, created_at
    from ${recordset('credit', BOOKED, payments)}
    -- sql.md: lateral limit 1
    cross join lateral (
      select ${creditItem} as credit_item_id from payments
      where payments.end_customer_id = credit.end_customer_id and payments.payment_id = credit.payment_id
      limit 1
    ) payment
  `)
  await tx.query(sql.type(row())`
    update payments set booked_by = source_fact_id, open_amount_minor = -credit.amount_minor,
      credit_minor = -credit.amount_minor, credit_base_minor = -credit.base_amount_minor
    from ${recordset('credit', BOOKED, payments)}
    where payments.end_customer_id = credit.end_customer_id and payments.payment_id = credit.payment_id
  `)
}
