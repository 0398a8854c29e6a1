import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { publicId } from '../../../shared/process/ids.ts'
import {
  findOrderedAgain,
  findReturnOfFact,
  orderFreedPaymentAgain,
} from '../../../shared/store/bank-returns/freed-payments.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import type { SourceFactRow } from '../../../shared/store/facts/source-facts.ts'
import { type NewEvent, ordersChanged, returnChanged } from '../../../shared/store/platform/events.ts'

/**
 * The voucher of a return is about to be reversed or withdrawn, by whichever endpoint: the payment of an order that the return had
 * freed is again what it was before.
 *
 * @returns the events of that, which come last in the transaction
 * @throws ApiError state_conflict where the payable is ordered once more: it would be closed, and its file pays it all the same
 */
export async function takeReturnBack(
  tx: Tx,
  { end_customer_id, source_fact_id, state }: Pick<SourceFactRow, 'end_customer_id' | 'source_fact_id' | 'state'>,
  actor_id: string,
): Promise<NewEvent[]> {
  const return_id = await findReturnOfFact(tx, end_customer_id, source_fact_id)
  if (return_id === null) return []
  const again = state === 'posted' ? await findOrderedAgain(tx, end_customer_id, source_fact_id) : null
  if (again) {
    const { payment_order_id, end_to_end_id } = again.ordered
    const payable = publicId('supplier_payable', again.supplier_payable_id)
    const message = `The return has opened ${payable}, and payment order ${publicId('payment_order', payment_order_id)} pays it as ${end_to_end_id}. Withdraw that payment first, if the bank does not make it.`
    throw new ApiError('state_conflict', message, [{ pointer: '/state', code: 'already_ordered', message }])
  }
  // Only its voucher gives the settlement back what it had paid.
  const paid = await orderFreedPaymentAgain(tx, { end_customer_id, return_id, actor_id })
  return [
    returnChanged({ end_customer_id, return_id }, 'bank_return.reversed'),
    ...ordersChanged(
      end_customer_id,
      paid.map(({ payment_order_id }) => payment_order_id),
      'payment_order.paid',
    ),
  ]
}
