import type { OrderedPaymentState } from '../../contract/orders/payment-orders.ts'
import type { EventType } from '../../contract/platform/events.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { bookedStateOfLine } from '../open-items/ordered-now.ts'
import { type NewEvent, ordersChanged } from '../platform/events.ts'

type BookedState = {
  readonly end_customer_id: string
  readonly payment_order_id: string
  readonly line_number: number
  readonly state: OrderedPaymentState
}

/**
 * Keeps in mind the state of each payment that was ordered for some payables. The caller has locked the payables.
 *
 * @returns what finds the events of all that the transaction has changed of them since
 */
export async function watchPayments(
  tx: Tx,
  end_customer_ids: readonly string[],
  payables: readonly string[],
): Promise<() => Promise<NewEvent[]>> {
  const before = await findBookedStates(tx, end_customer_ids, payables)
  if (before.length === 0) return async () => []
  return async () => eventsOfPayments(before, await findBookedStates(tx, end_customer_ids, payables))
}

/** The state of each payment, by what is booked. */
async function findBookedStates(
  tx: Tx,
  end_customer_ids: readonly string[],
  payables: readonly string[],
): Promise<readonly BookedState[]> {
  if (payables.length === 0) return []
  return tx.any(sql.prepared('booked_states_of_orders', row<BookedState>())`
    select line.end_customer_id, payment_order_id, line.line_number, ${bookedStateOfLine} as state
    from payment_order_lines line
    join open_items item on item.end_customer_id = line.end_customer_id and open_item_id = supplier_payable_id
    where line.end_customer_id = any(${sql.array(end_customer_ids, 'uuid')})
      and supplier_payable_id = any(${sql.array(payables, 'uuid')})
    order by payment_order_id, line.line_number
  `)
}

const TOLD: Readonly<Record<OrderedPaymentState, EventType>> = {
  paid: 'payment_order.paid',
  ordered: 'payment_order.reopened',
  rejected: 'payment_order.reopened',
  withdrawn: 'payment_order.withdrawn',
}

function eventsOfPayments(before: readonly BookedState[], after: readonly BookedState[]): NewEvent[] {
  const keyOf = ({ payment_order_id, line_number }: BookedState) => `${payment_order_id} ${line_number}`
  const states = new Map(before.map((line) => [keyOf(line), line.state]))
  const changed = after.filter((line) => states.has(keyOf(line)) && states.get(keyOf(line)) !== line.state)
  return [...Map.groupBy(changed, ({ end_customer_id }) => end_customer_id)].flatMap(([end_customer_id, its]) =>
    [...Map.groupBy(its, ({ state }) => TOLD[state])].flatMap(([event_type, lines]) =>
      ordersChanged(
        end_customer_id,
        lines.map(({ payment_order_id }) => payment_order_id),
        event_type,
      ),
    ),
  )
}
