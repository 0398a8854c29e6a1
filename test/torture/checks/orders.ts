import { sha256Of } from '../../../shared/canonical/hash.ts'
import type { Reply } from '../../support/reply.ts'
import { CALM_PATIENCE_MS } from '../load/clients.ts'
import { differences, type Evidence, type Finding } from './evidence.ts'

type Order = Reply<'GET', '/v1/payment-orders/:payment_order_id'>

/** The file of each order is the one that was hashed, has each of its payments once and their sum, and no payable waits in two. */
export async function checkOrders({ plan, client, all }: Evidence): Promise<Finding> {
  const wrong: string[] = []
  const orders: Order[] = []
  for (const customer of plan.customers) {
    const { one, drawn } = client.readsOf(customer, CALM_PATIENCE_MS)
    for (const { id } of await all('/v1/payment-orders', `end_customer_id=${customer}`)) {
      const order = await one(`/v1/payment-orders/${id}`)
      const file = await drawn(`/v1/payment-orders/${id}/file`)
      if (order && file) wrong.push(...differing(order, file).map((text) => `${id}: ${text}`))
      else wrong.push(`${id} could not be read`)
      if (order) orders.push(order)
    }
  }
  const payments = orders.flatMap((order) => order.payments)
  const waiting = Map.groupBy(
    payments.filter(({ state }) => state === 'ordered'),
    ({ supplier_payable_id }) => supplier_payable_id,
  )
  wrong.push(...[...waiting].flatMap(([id, { length }]) => (length > 1 ? [`${id} waits in ${length} payments`] : [])))
  const became = [...Map.groupBy(payments, ({ state }) => state)].map(([state, all]) => `${all.length} ${state}`)
  return {
    check: 'files of orders are what was ordered',
    counted: `${orders.length} orders: ${became.join(', ')}`,
    wrong,
  }
}

function differing({ file_sha256, payments }: Order, xml: string): string[] {
  const written = [...xml.matchAll(/<EndToEndId>([^<]+)</g)].map(([, id = '']) => id)
  const sum = payments.reduce((total, { amount }) => total + amount.amount_minor, 0)
  const [, said] = /<CtrlSum>([^<]+)</.exec(xml) ?? []
  return [
    ...(sha256Of(xml) === file_sha256 ? [] : ['its file has another hash']),
    ...(said === (sum / 100).toFixed(2) ? [] : [`its file has the sum ${said} instead of ${sum}`]),
    ...differences(
      'its file',
      payments.map(({ end_to_end_id }) => end_to_end_id),
      written,
    ),
  ]
}
