import assert from 'node:assert/strict'
import { publicId } from '../../shared/process/ids.ts'
import type { Db } from '../../shared/store/db/database.ts'
import {
  findPaymentOrderLines,
  type MadePaymentOrderRow,
  type PaymentOrderLine,
  type PaymentOrderRow,
} from '../../shared/store/orders/payment-orders.ts'
import { findStatusReports } from '../../shared/store/orders/status-reports.ts'
import { presentMoney } from '../http/present-money.ts'
import { presentToldOfOrder } from './present-told-of-order.ts'

/** An order without its payments, as lists show it. */
export function presentPaymentOrder(order: PaymentOrderRow) {
  return {
    object: 'payment_order' as const,
    id: publicId('payment_order', order.payment_order_id),
    end_customer_id: order.end_customer_id,
    state: order.state,
    bank_account: order.bank_account,
    execution_date: order.execution_date,
    message_id: order.message_id,
    file_sha256: order.file_sha256,
    batches: order.batches.map(({ payment_information_id, amount_minor, currency, count }) => ({
      payment_information_id,
      amount: { amount_minor, currency },
      count,
    })),
    created_at: order.created_at,
  }
}

/** @param order which the caller has just written or found */
export async function presentOrderWithPayments(db: Db, order: MadePaymentOrderRow | null) {
  assert(order, 'the order exists')
  const lines = await findPaymentOrderLines(db, order)
  const reports = await findStatusReports(db, order)
  const { end_customer_id, left_out, warnings } = order
  const told = { left_out: left_out ?? [], warnings: warnings ?? [] }
  const presented = await presentToldOfOrder(db, end_customer_id, told)
  return {
    ...presentPaymentOrder(order),
    left_out: left_out && presented.left_out,
    warnings: warnings && presented.warnings,
    payments: lines.map(presentPayment),
    status_reports: reports.map(({ status_report_id, ...report }) => ({
      id: publicId('payment_status_report', status_report_id),
      ...report,
    })),
  }
}

function presentPayment(line: PaymentOrderLine) {
  return {
    supplier_payable_id: publicId('supplier_payable', line.supplier_payable_id),
    end_to_end_id: line.end_to_end_id,
    payment_information_id: line.payment_information_id,
    amount: presentMoney(line.amount_minor, line.currency),
    discount: presentMoney(line.discount_minor, line.currency),
    creditor: {
      name: line.creditor.name,
      iban: line.creditor_iban,
      structured_address: line.creditor.structured_address,
      bic: line.creditor.bic ?? null,
      iban_before: line.iban_before,
    },
    payment_reference: line.payment_reference,
    document_number: line.document_number,
    state: line.state,
    state_reason: line.state_reason,
    bank_status: line.bank_status,
    contradiction: contradictionOf(line),
    unsettled_entry_ids: line.unsettled_entry_ids.map((entry_id) => publicId('camt053_entry', entry_id)),
  }
}

/** The bank has made a payment that it has rejected, or that somebody has withdrawn here; or it has one that was withdrawn. */
export function contradictionOf({
  state,
  kept_state,
  sent_all_the_same,
}: Pick<PaymentOrderLine, 'state' | 'kept_state' | 'sent_all_the_same'>) {
  if (state === 'withdrawn' && sent_all_the_same) return 'withdrawn_and_sent'
  if (state !== 'paid' || kept_state === 'paid' || kept_state === 'ordered') return null
  return kept_state === 'rejected' ? 'rejected_and_paid' : 'withdrawn_and_paid'
}
