import { expect } from 'chai'
import { IBAN } from '../../../camt053/messages.ts'
import { statusReport } from '../../../camt053/status-report.ts'
import { get, itemsOf, post, put } from '../../../support/client.ts'
import { chf } from '../../../support/requests/examples.ts'
import type { Command } from './command.ts'

type Payable = { readonly id: string; readonly amount: { readonly amount_minor: number } }
export type Order = {
  readonly id: string
  readonly message_id: string
  readonly batches: readonly { readonly payment_information_id: string; readonly count: number }[]
}

/** A supplier whom the bank can pay. */
export const SUPPLIER = { name: 'Supplier', structured_address: { town_name: 'Bern', country: 'CH' }, iban: IBAN }

/** The name and the account that orders are made with. */
export async function mayOrder(end_customer_id: string): Promise<void> {
  await put(`/v1/end-customers/${end_customer_id}`, { name: 'Muster AG' })
  const mappings = [{ mapping_key: `posting.bank.${IBAN}`, account_code: '1020', valid_from: '2020-01-01' }]
  await put('/v1/account-mappings', { end_customer_id, mappings })
}

/** Two payables are with the bank before anything else is done: 40 % of the first. */
export async function orderPart(end_customer_id: string, payables: readonly Payable[]): Promise<void> {
  const body = orderOf({ kind: 'order_part', share: 40 }, payables)
  const { status, text } = await post('/v1/payment-orders', { end_customer_id, ...body } as never)
  expect(status, text).to.equal(201)
}

/** The order of two payables, which may be the same one: in full, or a share of the first. */
export function orderOf(
  { kind, share }: Pick<Command, 'kind' | 'share'>,
  [first, second]: readonly (Payable | undefined)[],
): object | undefined {
  if (!first || !second) return undefined
  const payables = [...new Set([first.id, second.id])]
  const amount = chf(Math.max(1, Math.trunc((first.amount.amount_minor * share) / 100)))
  const instructions = kind === 'order_part' ? [{ supplier_payable_id: first.id, amount }] : undefined
  return { bank_account: IBAN, execution_date: '2099-12-31', payables, ...(instructions && { instructions }) }
}

/** One payment of an order, or all. */
export function withdrawalOf({ id, message_id }: Order, { share }: Command): [path: string, body: object] {
  const ids = share % 2 === 0 ? { end_to_end_ids: [`${message_id}-1`] } : {}
  return [`/v1/payment-orders/${id}/withdraw`, { reason: 'x', cancelled_by_bank: true, ...ids }]
}

/** The bank rejects a payment of an order. @returns the status */
export async function reject(end_customer_id: string, { id, message_id, batches }: Order, b: number): Promise<number> {
  const [batch] = batches
  if (!batch) return 0
  const payments = [{ id: `${message_id}-${1 + (b % batch.count)}`, status: 'RJCT' }]
  const xml = statusReport(message_id, { status: 'PART' }, [
    { id: batch.payment_information_id, status: 'PART', payments },
  ])
  const path = `/v1/payment-orders/${id}/status-reports?end_customer_id=${end_customer_id}` as const
  return (await post(path, xml, { headers: { 'Content-Type': 'application/xml' } })).status
}

/** No payable waits in two orders, and each that waits has the mark that says how much of it does. */
export async function expectOrderedOnce(end_customer_id: string, path: string): Promise<void> {
  const waiting: string[] = []
  for (const { id } of await itemsOf('payment-orders', end_customer_id, '&limit=500')) {
    const { payments } = (await get(`/v1/payment-orders/${id}`)).body
    for (const { state, supplier_payable_id, end_to_end_id, amount } of payments)
      if (state === 'ordered') waiting.push(`${supplier_payable_id} ${end_to_end_id} ${amount.amount_minor}`)
  }
  const payables = await itemsOf('supplier-payables', end_customer_id, '&limit=500')
  const marked = payables.flatMap(({ id, ordered }) =>
    ordered ? [`${id} ${ordered.end_to_end_id} ${ordered.amount.amount_minor}`] : [],
  )
  expect(marked.sort(), path).to.deep.equal(waiting.sort())
}
