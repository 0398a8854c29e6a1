import type { EventType } from '../../shared/contract/platform/events.ts'
import { enqueue } from '../../shared/queue/enqueue.ts'
import { findCustomersWithBankEntries } from '../../shared/store/bank/open-movements.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { type FreedPayment, freePayments } from '../../shared/store/orders/change-payment-orders.ts'
import {
  findPaymentOrder,
  type PaymentOrderLine,
  type PaymentOrderRow,
} from '../../shared/store/orders/payment-orders.ts'
import { appendEvents, plainEvent } from '../../shared/store/platform/events.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { contradictionOf, presentOrderWithPayments } from './present-payment-order.ts'

/**
 * Frees the payables of payments that the bank does not make, and tells of those that it has made all the same. The rest of a batch may be the sum of a debit now, so
 * proposals are made anew. It comes last in its transaction.
 *
 * @returns the order afterwards
 */
export async function givePaymentsUp(
  tx: Tx,
  { boss }: Pick<ApiDeps, 'boss'>,
  { order, lines: before }: { readonly order: PaymentOrderRow; readonly lines: readonly PaymentOrderLine[] },
  { freed, actor_id, event_type }: { freed: readonly FreedPayment[]; actor_id: string; event_type: EventType },
) {
  const { end_customer_id, payment_order_id } = order
  if (freed.length > 0) {
    await freePayments(tx, order, freed, actor_id)
    const wanted = await findCustomersWithBankEntries(tx, [end_customer_id])
    const jobs = wanted.map((id) => ({ data: { end_customer_id: id }, options: { singletonKey: id } }))
    await enqueue(tx, boss, 'settlement.match', jobs)
  }
  const saved = await findPaymentOrder(tx, payment_order_id, [end_customer_id])
  const answer = await presentOrderWithPayments(tx, saved)
  const subject = { end_customer_id, subject_type: 'payment_order', subject_id: payment_order_id } as const
  const known = new Set(before.flatMap((line) => (contradictionOf(line) === null ? [] : line.end_to_end_id)))
  const isContradicted = answer.payments.some((one) => one.contradiction !== null && !known.has(one.end_to_end_id))
  const contradicted = isContradicted ? [plainEvent(subject, 'payment_order.contradicted')] : []
  await appendEvents(tx, [plainEvent(subject, event_type), ...contradicted])
  return answer
}
