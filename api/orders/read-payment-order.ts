import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import { findPaymentOrder } from '../../shared/store/orders/payment-orders.ts'
import { visibleCustomers } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { findSubject } from '../http/subject.ts'
import { presentOrderWithPayments } from './present-payment-order.ts'

/** One order with what became of each of its payments. */
export async function readPaymentOrder({ pool }: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const visible = visibleCustomers(caller, query.end_customer_id)
  const order = await findSubject('payment_order', params.payment_order_id, (id) => findPaymentOrder(pool, id, visible))
  return presentOrderWithPayments(pool, order)
}
