import { expect } from 'chai'
import { IBAN } from '../../../camt053/messages.ts'
import { statusReport } from '../../../camt053/status-report.ts'
import { get, itemsOf, post, put } from '../../../support/client.ts'
import { there } from '../../../support/there.ts'
import type { Command } from './money-commands.ts'
import { type Item, pick } from './money-vouchers.ts'

type OrderedPayment = {
  id: string
  payable: Item
  amount: number
  open_before: number
  /** As it is kept; whether it is paid follows from the payable. */
  state: 'ordered' | 'paid' | 'rejected' | 'withdrawn'
}
export type MoneyOrder = { id: string; message_id: string; batch: string; payments: OrderedPayment[] }

export type Orders = { readonly customer: string; readonly payables: readonly Item[]; readonly orders: MoneyOrder[] }

/** Orders payables, takes an order back, or has the bank reject a payment of one; other commands are not for orders. */
export async function runOrder(model: Orders, command: Command): Promise<void> {
  if (command.kind === 'order') await orderPayables(model, command.payables)
  if (command.kind === 'withdraw_order') await withdraw(model, pick(model.orders, command.which))
  if (command.kind === 'reject_payment') await reject(model, pick(model.orders, command.which), command.which)
}

async function orderPayables(model: Orders, chosen: readonly number[]): Promise<void> {
  const { customer: end_customer_id, orders } = model
  const payables = [...new Set(chosen.flatMap((at) => pick(model.payables, at) ?? []))]
  if (payables.length === 0) return
  await put(`/v1/end-customers/${end_customer_id}`, { name: 'Muster AG' })
  const mappings = [{ mapping_key: `posting.bank.${IBAN}`, account_code: '1020', valid_from: '2020-01-01' }]
  await put('/v1/account-mappings', { end_customer_id, mappings })
  const { status, body, text } = await post('/v1/payment-orders', {
    end_customer_id,
    bank_account: IBAN,
    execution_date: '2099-12-31',
    payables: payables.map(({ id }) => id),
  })
  const known = orders.flatMap(({ payments }) => payments)
  const isAllowed = payables.every(
    (payable) => payable.open > 0 && !known.some((one) => one.payable === payable && stateOf(one) === 'ordered'),
  )
  expect(status, text).to.equal(isAllowed ? 201 : 409)
  if (!isAllowed) return
  // What was paid and has left a rest is paid for good.
  for (const one of known) if (payables.includes(one.payable)) one.state = stateOf(one)
  orders.push({
    id: body.id,
    message_id: body.message_id,
    batch: there(body.batches[0]).payment_information_id,
    payments: payables.map((payable, index) => ({
      id: `${body.message_id}-${index + 1}`,
      payable,
      amount: payable.open,
      open_before: payable.open,
      state: 'ordered',
    })),
  })
}

function stateOf({ state, payable, amount, open_before }: OrderedPayment): OrderedPayment['state'] {
  return state === 'ordered' && !payable.is_reversed && payable.open <= open_before - amount ? 'paid' : state
}

/** Whether the document of a payable cannot be reversed, because a bank is ordered to pay it. */
export function isOrdered({ orders }: Orders, payable: Item): boolean {
  return orders.some(({ payments }) => payments.some((one) => one.payable === payable && stateOf(one) === 'ordered'))
}

/** Whether a settlement is refused, because the file of an order pays the payable: in cash, or less what the order has not taken off. */
export function isPaidByOrder(
  { orders }: Orders,
  payable: Item,
  { cash, amount, off }: { cash: boolean; amount: number; off: number },
) {
  const ordered = orders
    .flatMap(({ payments }) => payments)
    .find((one) => one.payable === payable && stateOf(one) === 'ordered')
  return ordered !== undefined && (cash || (off > 0 && amount < ordered.amount))
}

async function withdraw(model: Orders, order: MoneyOrder | undefined, ids?: readonly string[]): Promise<void> {
  if (!order) return
  const states = order.payments.map(stateOf)
  const isAllowed = ids !== undefined || (states.includes('ordered') && !states.includes('paid'))
  const { status, text } = await post(`/v1/payment-orders/${order.id}/withdraw`, {
    end_customer_id: model.customer,
    reason: 'x',
    ...(ids && { end_to_end_ids: ids }),
  })
  expect(status, text).to.equal(isAllowed ? 201 : 409)
  if (!isAllowed) return
  for (const one of order.payments)
    if (one.state === 'ordered' && (ids?.includes(one.id) ?? true)) one.state = 'withdrawn'
}

async function reject(model: Orders, order: MoneyOrder | undefined, which: number): Promise<void> {
  const rejected = order && pick(order.payments, which)
  if (!order || !rejected) return
  const payments = [{ id: rejected.id, status: 'RJCT' }]
  const xml = statusReport(order.message_id, { status: 'PART' }, [{ id: order.batch, status: 'PART', payments }])
  const path = `/v1/payment-orders/${order.id}/status-reports?end_customer_id=${model.customer}` as const
  const { status, text } = await post(path, xml, { headers: { 'Content-Type': 'application/xml' } })
  expect(status, text).to.equal(201)
  if (rejected.state === 'ordered' || rejected.state === 'paid') rejected.state = 'rejected'
}

/** Each payment that is ordered and not paid is withdrawn. */
export async function freeOrders(model: Orders): Promise<void> {
  for (const order of model.orders) {
    const ordered = order.payments.filter((one) => stateOf(one) === 'ordered').map(({ id }) => id)
    if (ordered.length > 0) await withdraw(model, order, ordered)
  }
}

/** States of all ordered payments, and the mark of each payable. */
export async function expectOrders(model: Orders): Promise<void> {
  for (const { id, payments } of model.orders) {
    const { body } = await get(`/v1/payment-orders/${id}`)
    expect(body.payments.map(({ state }) => state)).to.deep.equal(payments.map(stateOf))
  }
  const marked = await itemsOf('supplier-payables', model.customer, '&limit=500')
  const ids = marked.flatMap(({ id, ordered }) => (ordered ? [id] : []))
  expect(ids.sort()).to.deep.equal(model.payables.flatMap((one) => (isOrdered(model, one) ? [one.id] : [])).sort())
}
