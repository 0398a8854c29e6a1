import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { publicId } from '../../../shared/process/ids.ts'
import {
  findOrderedAgain,
  findReturnsOfFacts,
  orderFreedPaymentAgain,
} from '../../../shared/store/bank-returns/freed-payments.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { SourceFactRow } from '../../../shared/store/facts/source-facts.ts'
import { watchPayments } from '../../../shared/store/orders/paid-orders.ts'
import { type NewEvent, returnChanged } from '../../../shared/store/platform/events.ts'

/**
 * The voucher of a return is about to be reversed or withdrawn, by whichever endpoint: the payment of an order that the return had
 * freed is again what it was before.
 *
 * @returns what finds the events of that, at the end of the transaction. A reversal that is only asked for tells nothing that waits for
 * its booking: the return is taken back then, and its settlement pays again.
 * @throws ApiError state_conflict where the payable is ordered once more: it would be closed, and its file pays it all the same
 */
export async function takeReturnBack(
  tx: Tx,
  { end_customer_id, source_fact_id, state }: Pick<SourceFactRow, 'end_customer_id' | 'source_fact_id' | 'state'>,
  actor_id: string,
): Promise<() => Promise<NewEvent[]>> {
  const [back] = await findReturnsOfFacts(tx, end_customer_id, [source_fact_id])
  if (!back) return async () => []
  const { return_id, supplier_payable_id } = back
  if (state === 'posted') await requireNotOrderedAgain(tx, { end_customer_id, source_fact_id })
  const ofOrders = await watchPayments(tx, [end_customer_id], supplier_payable_id === null ? [] : [supplier_payable_id])
  await orderFreedPaymentAgain(tx, { end_customer_id, return_id, actor_id })
  return async () => {
    const changed = await ofOrders()
    if (state === 'posted') return changed.filter(({ event_type }) => event_type === 'payment_order.paid')
    return [returnChanged({ end_customer_id, return_id }, 'bank_return.reversed'), ...changed]
  }
}

/** Of facts that are no vouchers of returns nothing is ordered again. */
export async function requireNotOrderedAgain(
  tx: Tx,
  { end_customer_id, source_fact_id }: Pick<SourceFactRow, 'end_customer_id' | 'source_fact_id'>,
): Promise<void> {
  const again = await findOrderedAgain(tx, end_customer_id, source_fact_id)
  if (!again) return
  const { payment_order_id, end_to_end_id } = again.ordered
  const payable = publicId('supplier_payable', again.supplier_payable_id)
  const message = `The return has opened ${payable}, and payment order ${publicId('payment_order', payment_order_id)} pays it as ${end_to_end_id}. Withdraw that payment first, if the bank does not make it.`
  throw new ApiError('state_conflict', message, [{ pointer: '/state', code: 'already_ordered', message }])
}
