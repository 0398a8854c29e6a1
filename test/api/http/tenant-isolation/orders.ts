import { statusReport } from '../../../camt053/status-report.ts'
import { get, post } from '../../../support/client.ts'
import { type Attempts, emptyList, one } from './attempt.ts'

export const ORDERS: Attempts = {
  'post /v1/payment-orders': async ({ mine, theirs, key, payable }) => {
    const order = (end_customer_id: string, more: object) => ({
      end_customer_id,
      bank_account: 'CH9300762011623852957',
      execution_date: '2099-12-31',
      ...more,
    })
    return [
      [await post('/v1/payment-orders', order(theirs, { payables: [payable] }), { key }), 403],
      [await post('/v1/payment-orders', order(mine, { payables: [payable] }), { key }), 422],
      [await post('/v1/payment-orders', order(mine, { select: { currency: 'CHF' } }), { key }), 422],
    ]
  },
  'get /v1/payment-orders': async ({ mine, theirs, key, payment_order }) => [
    [await get(`/v1/payment-orders?end_customer_id=${theirs}`, { key }), 403],
    [await emptyList(`/v1/payment-orders?end_customer_id=${mine}`, key), 200],
    [await emptyList(`/v1/payment-orders?end_customer_id=${mine}&starting_after=${payment_order}`, key), 200],
  ],
  'get /v1/payment-orders/:payment_order_id': one('/v1/payment-orders', 'payment_order'),
  'get /v1/payment-orders/:payment_order_id/file': async ({ mine, theirs, key, payment_order }) => {
    const path = `/v1/payment-orders/${payment_order}/file`
    return [
      [await get(path, { key }), 404],
      [await get(`${path}?end_customer_id=${mine}&format=xml`, { key }), 404],
      [await get(`${path}?end_customer_id=${theirs}`, { key }), 403],
    ]
  },
  'post /v1/payment-orders/:payment_order_id/status-reports': async ({ mine, theirs, key, payment_order }) => {
    const path = (customer: string) =>
      `/v1/payment-orders/${payment_order}/status-reports?end_customer_id=${customer}` as const
    const options = { key, headers: { 'Content-Type': 'application/xml' } }
    return [
      [await post(path(mine), statusReport('HB0'), options), 404],
      [await post(path(theirs), statusReport('HB0'), options), 403],
    ]
  },
  'post /v1/payment-orders/:payment_order_id/withdraw': async ({ mine, theirs, key, payment_order }) => {
    const path = `/v1/payment-orders/${payment_order}/withdraw`
    return [
      [await post(path, { end_customer_id: mine, reason: 'x' }, { key }), 404],
      [await post(path, { end_customer_id: theirs, reason: 'x' }, { key }), 403],
    ]
  },
}
