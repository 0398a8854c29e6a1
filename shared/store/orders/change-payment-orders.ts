import { row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'
import type { MadePaymentOrderRow, PaymentOrderLine, PaymentOrderRow } from './payment-orders.ts'

export type NewPaymentOrder = Omit<MadePaymentOrderRow, 'state' | 'batches'> & {
  readonly file: string
  readonly actor_id: string
  readonly request_id: string
}

export type NewPaymentOrderLine = Omit<
  PaymentOrderLine,
  'state' | 'kept_state' | 'state_reason' | 'bank_status' | 'sent_all_the_same' | 'unsettled_entry_ids'
> & {
  readonly open_before_minor: bigint
  readonly partner_key: string
}

const LINE = {
  line_number: 'int2',
  supplier_payable_id: 'uuid',
  payment_information_id: 'text',
  end_to_end_id: 'text',
  currency: 'text',
  amount_minor: 'int8',
  discount_minor: 'int8',
  open_before_minor: 'int8',
  creditor: 'jsonb',
  creditor_iban: 'text',
  iban_before: 'text',
  partner_key: 'text',
  payment_reference: 'text',
  document_number: 'text',
} as const

/** Writes an order. Payments of earlier ones that are paid and left a rest, which this one pays, stay so from now on. */
export async function insertPaymentOrder(
  tx: Tx,
  order: NewPaymentOrder,
  lines: readonly NewPaymentOrderLine[],
): Promise<void> {
  const { end_customer_id, payment_order_id } = order
  const payables = lines.map(({ supplier_payable_id }) => supplier_payable_id)
  await tx.query(sql.type(row())`
    update payment_order_lines set state = 'paid', state_changed_by = ${order.actor_id}, state_changed_at = now()
    where end_customer_id = ${end_customer_id} and supplier_payable_id = any(${sql.array(payables, 'uuid')})
      and state = 'ordered'
  `)
  await tx.query(sql.type(row())`
    with ordered as (
      insert into payment_orders (
        end_customer_id, payment_order_id, message_id, bank_account, execution_date, file, file_sha256, actor_id,
        request_id, created_at, left_out, warnings
      ) values (
        ${end_customer_id}, ${payment_order_id}, ${order.message_id}, ${order.bank_account}, ${order.execution_date},
        ${order.file}, ${order.file_sha256}, ${order.actor_id}, ${order.request_id}, ${order.created_at}::timestamptz,
        ${JSON.stringify(order.left_out)}::jsonb, ${JSON.stringify(order.warnings)}::jsonb
      )
    )
    insert into payment_order_lines (
      end_customer_id, payment_order_id, line_number, supplier_payable_id, payment_information_id, end_to_end_id,
      currency, amount_minor, discount_minor, open_before_minor, creditor, creditor_iban, iban_before, partner_key,
      payment_reference, document_number
    )
    select ${end_customer_id}, ${payment_order_id}, line_number, supplier_payable_id, payment_information_id,
      end_to_end_id, currency, amount_minor, discount_minor, open_before_minor, creditor, creditor_iban, iban_before,
      partner_key, payment_reference, document_number
    from ${recordset('line', LINE, lines)}
  `)
}

export type FreedPayment = {
  readonly end_to_end_id: string
  readonly state: 'rejected' | 'withdrawn'
  readonly reason: string
}

/**
 * Payments that the bank does not make: their payables can be ordered again. What is rejected is so as well where it was taken for
 * paid, and where its money came back, whatever becomes of that return; whether the bank has paid it all the same, its debits say. What the bank has
 * all the same is withdrawn once more. The caller has locked the payables.
 */
export async function freePayments(
  tx: Tx,
  { end_customer_id, payment_order_id }: Pick<PaymentOrderRow, 'end_customer_id' | 'payment_order_id'>,
  freed: readonly FreedPayment[],
  actor_id: string,
): Promise<void> {
  await tx.query(sql.type(row())`
    update payment_order_lines line set state = freed.state, state_reason = freed.reason,
      state_changed_by = ${actor_id}, state_changed_at = now(), freed_by = null, state_before = null,
      sent_all_the_same = false
    from ${recordset('freed', { end_to_end_id: 'text', state: 'text', reason: 'text' }, freed)}
    where line.end_customer_id = ${end_customer_id} and line.payment_order_id = ${payment_order_id}
      and line.end_to_end_id = freed.end_to_end_id
      and (
        line.state = 'ordered' or freed.state = 'rejected' and (line.state = 'paid' or freed_by is not null)
        or freed.state = 'withdrawn' and sent_all_the_same
      )
  `)
}

export type ToldPayment = { readonly end_to_end_id: string; readonly bank_status: string }

/** What a report tells of payments. What the bank does not make stays so: reports may come late. The caller has locked the payables. */
export async function keepBankStatus(
  tx: Tx,
  { end_customer_id, payment_order_id }: Pick<PaymentOrderRow, 'end_customer_id' | 'payment_order_id'>,
  told: readonly ToldPayment[],
): Promise<void> {
  await tx.query(sql.type(row())`
    update payment_order_lines line set bank_status = told.bank_status,
      sent_all_the_same = line.state = 'withdrawn' and freed_by is null and told.bank_status not in ('RJCT', 'CANC')
    from ${recordset('told', { end_to_end_id: 'text', bank_status: 'text' }, told)}
    where line.end_customer_id = ${end_customer_id} and line.payment_order_id = ${payment_order_id}
      and line.end_to_end_id = told.end_to_end_id
      and (line.bank_status is null or line.bank_status not in ('RJCT', 'CANC') or told.bank_status = 'RJCT')
  `)
}
