import { expect } from 'chai'
import { statusReport } from '../../../camt053/status-report.ts'
import { get, itemsOf, post } from '../../../support/client.ts'
import type { LargeBooks } from './large-books.ts'
import type { LargeRequest } from './large-request.ts'

let latest: string | null = null

/** An order of as many payables as it may have; those before it are free again. */
export async function order({ many: { end_customer_id } }: LargeBooks): Promise<LargeRequest> {
  const open = (await itemsOf('payment-orders', end_customer_id, '&limit=500')).filter(({ state }) => state === 'open')
  for (const { id } of open) await post(`/v1/payment-orders/${id}/withdraw`, { end_customer_id, reason: 'x' })
  const payables = await itemsOf('supplier-payables', end_customer_id, '&state=open&limit=500')
  const request = { end_customer_id, bank_account: 'CH9300762011623852957', execution_date: '2099-12-31' }
  return { path: '/v1/payment-orders', body: JSON.stringify({ ...request, payables: payables.map(({ id }) => id) }) }
}

/** A trial of an order of all of them. */
export function trial({ named: { end_customer_id } }: LargeBooks): LargeRequest {
  const select = { due_through: '2099-12-31', currency: 'CHF' }
  const request = { end_customer_id, bank_account: 'CH9300762011623852957', execution_date: '2099-12-31', select }
  return { path: '/v1/payment-orders?dry_run=true', body: JSON.stringify(request) }
}

/** An order of many that is open. */
export async function ordered(books: LargeBooks): Promise<string> {
  const known = latest && (await isOpen(books, latest))
  if (known) return known
  const { path, body } = await order(books)
  const { status, text, body: made } = await post(path as '/v1/payment-orders', body)
  expect(status, text.slice(0, 500)).to.equal(201)
  latest = made.id
  return latest
}

async function isOpen({ many }: LargeBooks, id: string): Promise<string | null> {
  const orders = await itemsOf('payment-orders', many.end_customer_id, '&limit=500')
  return orders.some((one) => one.id === id && one.state === 'open') ? id : null
}

/** What the bank says of each of its payments. */
export async function reported(books: LargeBooks): Promise<string> {
  const { body } = await get(`/v1/payment-orders/${await ordered(books)}`)
  const payments = body.payments.map(({ end_to_end_id: id }) => ({
    id,
    status: 'RJCT',
    reason: 'AC04 Konto geschlossen',
  }))
  const id = body.batches[0]?.payment_information_id ?? ''
  return statusReport(body.message_id, { status: 'PART' }, [{ id, status: 'PART', payments }])
}
