import { expect } from 'chai'
import { IBAN } from '../../../camt053/messages.ts'
import { statusReport } from '../../../camt053/status-report.ts'
import { get, itemsOf, post, put } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import type { Command } from './money-commands.ts'
import type { Settlement } from './money-openings.ts'
import { type Item, pick } from './money-vouchers.ts'

type OrderedPayment = {
  id: string
  payable: Item
  amount: number
  /** So many settlements were made before. */
  since: number
  /** As it is kept; whether it is paid follows from the payable. */
  state: 'ordered' | 'paid' | 'rejected' | 'withdrawn'
}
export type MoneyOrder = { id: string; message_id: string; batch: string; payments: OrderedPayment[] }

export type Orders = {
  readonly customer: string
  readonly payables: readonly Item[]
  readonly orders: MoneyOrder[]
  readonly settlements: readonly Settlement[]
}

/** Orders payables, takes an order back, or has the bank reject a payment of one; other commands are not for orders. */
export async function runOrder(model: Orders, command: Command): Promise<void> {
  if (command.kind === 'order') await orderPayables(model, command)
  if (command.kind === 'withdraw_order') await withdraw(model, pick(model.orders, command.which))
  if (command.kind === 'reject_payment') await reject(model, pick(model.orders, command.which), command.which)
}

async function orderPayables(model: Orders, { payables: chosen, share }: Extract<Command, { kind: 'order' }>) {
  const { customer: end_customer_id, orders } = model
  const payables = [...new Set(chosen.flatMap((at) => pick(model.payables, at) ?? []))]
  const [first] = payables
  if (!first) return
  const part = share === null || first.open <= 0 ? null : Math.max(1, Math.floor((first.open * share) / 100))
  const instructions = part === null ? null : [{ supplier_payable_id: first.id, amount: chf(part) }]
  await put(`/v1/end-customers/${end_customer_id}`, { name: 'Muster AG' })
  const mappings = [{ mapping_key: `posting.bank.${IBAN}`, account_code: '1020', valid_from: '2020-01-01' }]
  await put('/v1/account-mappings', { end_customer_id, mappings })
  const debits = await itemsOf('camt-053/entries', end_customer_id, '&limit=500')
  const { status, body, text } = await post('/v1/payment-orders', {
    end_customer_id,
    bank_account: IBAN,
    execution_date: '2099-12-31',
    payables: payables.map(({ id }) => id),
    // Somebody has looked at each debit.
    accepted_debits: debits.filter(({ credit_debit_indicator: way }) => way === 'DBIT').map(({ id }) => id),
    ...(instructions && { instructions }),
  })
  const known = orders.flatMap(({ payments }) => payments)
  const isAllowed = payables.every((payable) => payable.open > 0 && !isOrdered(model, payable))
  expect(status, text).to.equal(isAllowed ? 201 : 409)
  if (!isAllowed) return
  // What was paid and has left a rest is paid for good.
  for (const one of known) if (payables.includes(one.payable)) one.state = stateOf(model, one)
  orders.push({
    id: body.id,
    message_id: body.message_id,
    batch: there(body.batches[0]).payment_information_id,
    payments: payables.map((payable, index) => ({
      id: `${body.message_id}-${index + 1}`,
      payable,
      amount: index === 0 && part !== null ? part : payable.open,
      since: model.settlements.length,
      state: 'ordered',
    })),
  })
}

/** It is paid by what closes its payable, or by a settlement of just its amount; not by other money for the rest. */
function stateOf({ settlements }: Pick<Orders, 'settlements'>, one: OrderedPayment): OrderedPayment['state'] {
  const { state, payable, amount, since } = one
  if (state !== 'ordered' || payable.is_reversed) return state
  const own = settlements.slice(since).filter((settled) => settled.payable === payable && !settled.is_reversed)
  const isAmount = own.some(({ asked, closed }) => asked === amount || closed === amount)
  return payable.open === 0 || isAmount ? 'paid' : state
}

function waitingFor(model: Orders, payable: Item): OrderedPayment | undefined {
  const payments = model.orders.flatMap((order) => order.payments)
  return payments.find((one) => one.payable === payable && stateOf(model, one) === 'ordered')
}

/** Whether the document of a payable cannot be reversed, because a bank is ordered to pay it. */
export function isOrdered(model: Orders, payable: Item): boolean {
  return waitingFor(model, payable) !== undefined
}

/** How much of a payable a bank is ordered to pay. */
export function orderedOf(model: Orders, payable: Item): number {
  return waitingFor(model, payable)?.amount ?? 0
}

/**
 * Whether a settlement is refused, because the file of an order pays the payable: in cash, or less what the order has not taken off. The
 * rest of a payable of which a part is ordered is free, but not for just that part, which would be taken for it.
 */
export function isPaidByOrder(
  model: Orders,
  payable: Item,
  { cash, amount, closed }: { cash: boolean; amount: number; closed: number },
) {
  const ordered = waitingFor(model, payable)
  const isAmount = ordered !== undefined && [closed, amount].includes(ordered.amount)
  if (!ordered || (closed <= payable.open - ordered.amount && !isAmount)) return false
  return cash || (closed > amount && amount < ordered.amount)
}

async function withdraw(model: Orders, order: MoneyOrder | undefined, ids?: readonly string[]): Promise<void> {
  if (!order) return
  const states = order.payments.map((one) => stateOf(model, one))
  const isAllowed = ids !== undefined || (states.includes('ordered') && !states.includes('paid'))
  const { status, text } = await post(`/v1/payment-orders/${order.id}/withdraw`, {
    end_customer_id: model.customer,
    reason: 'x',
    cancelled_by_bank: true,
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
    const ordered = order.payments.filter((one) => stateOf(model, one) === 'ordered').map(({ id }) => id)
    if (ordered.length > 0) await withdraw(model, order, ordered)
  }
}

/** States of all ordered payments, and the mark of each payable. */
export async function expectOrders(model: Orders): Promise<void> {
  for (const { id, payments } of model.orders) {
    const { body } = await get(`/v1/payment-orders/${id}`)
    expect(body.payments.map(({ state }) => state)).to.deep.equal(payments.map((one) => stateOf(model, one)))
  }
  const marked = await itemsOf('supplier-payables', model.customer, '&limit=500')
  const ids = marked.flatMap(({ id, ordered }) => (ordered ? [id] : []))
  expect(ids.sort()).to.deep.equal(model.payables.flatMap((one) => (isOrdered(model, one) ? [one.id] : [])).sort())
}
