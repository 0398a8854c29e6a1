import type { Tx } from '../../shared/store/db/database.ts'
import { lockOrderedPayables } from '../../shared/store/orders/payables-to-order.ts'
import {
  findPaymentOrder,
  findPaymentOrderLines,
  type PaymentOrderLine,
  type PaymentOrderRow,
} from '../../shared/store/orders/payment-orders.ts'
import { findSubjectOfCustomer } from '../http/subject.ts'

/**
 * An order with its payments, none of which changes any more: whoever changes a payment, or pays its payable, locks the
 * payable. sql.md: lock, then read
 */
export async function lockOrder(
  tx: Tx,
  end_customer_id: string,
  id: string | undefined,
): Promise<{ readonly order: PaymentOrderRow; readonly lines: readonly PaymentOrderLine[] }> {
  const order = await findSubjectOfCustomer('payment_order', id, (uuid) =>
    findPaymentOrder(tx, uuid, [end_customer_id]),
  )
  const before = await findPaymentOrderLines(tx, order)
  await lockOrderedPayables(
    tx,
    end_customer_id,
    before.map(({ supplier_payable_id }) => supplier_payable_id),
  )
  return { order, lines: await findPaymentOrderLines(tx, order) }
}
