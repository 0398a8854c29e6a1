import type { PaymentOrderQuery } from '../../shared/contract/orders/payment-orders.ts'
import { listPaymentOrders } from '../../shared/store/orders/payment-orders.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, presentPage } from '../http/page.ts'
import { presentPaymentOrder } from './present-payment-order.ts'

/** The orders of an end customer, oldest first. */
export async function readPaymentOrders({ pool }: ApiDeps, { query }: ReadRequest<PaymentOrderQuery>) {
  const { end_customer_id, limit = 100, starting_after } = query
  const page = await listPaymentOrders(pool, end_customer_id, cursorOf('payment_order', starting_after), limit)
  return presentPage('payment_order_list', page, presentPaymentOrder)
}
