import type { Random } from '../../../../shared/cli/demo/company/random.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { bankEntry, IBAN, transaction } from '../../../camt053/messages.ts'
import type { Reply } from '../../../support/reply.ts'
import { pick } from '../bodies.ts'
import { type Asking, any } from '../request.ts'
import { namedEntry, orderedBatch } from './bank-messages.ts'

type Order = Reply<'GET', '/v1/payment-orders/:payment_order_id'>

const e2e = (id: string) => `<EndToEndId>${id}</EndToEndId>`

/** Debits of ordered payments, money that comes back, and what pays a QR-bill of ours, as far as there is any. */
export async function namedMoves(random: Random, asking: Asking): Promise<string[]> {
  const moves = [ofOrder, takenBack, sentBack, ofBill] as const
  return pick(random, moves)(random, asking)
}

/** What the bank tells of an order by a notification, before its bank statement comes or afterwards. */
export async function notifiedOrder(random: Random, asking: Asking): Promise<string[]> {
  const order = await orderOf(random, asking)
  return order ? batchesOf(order, true) : []
}

/** By the name of a payment, by that of its batch, or as the batch whose details a notification has. */
async function ofOrder(random: Random, asking: Asking): Promise<string[]> {
  const order = await orderOf(random, asking)
  const payment = order && any(random, order.payments)
  const [batch] = order?.batches ?? []
  if (!payment || !batch || payment.amount.currency !== 'CHF') return []
  if (random.isOneIn(2)) return batchesOf(order, false)
  const moved = { direction: 'DBIT', date: todayInSwitzerland(), text: `${asking.name} ordered` } as const
  const { amount_minor } = payment.amount
  if (random.isOneIn(2)) return [namedEntry({ ...moved, amount_minor, refs: e2e(payment.end_to_end_id) })]
  const sum = order.payments.reduce((total, { amount }) => total + amount.amount_minor, 0)
  const refs = `<PmtInfId>${batch.payment_information_id}</PmtInfId>`
  return [namedEntry({ ...moved, amount_minor: sum, refs })]
}

async function orderOf(random: Random, { list, one }: Asking): Promise<Order | null> {
  const listed = any(random, await list('/v1/payment-orders'))
  return listed && one(`/v1/payment-orders/${listed.id}`)
}

/** What the bank makes of them: less what it has rejected by then. */
function batchesOf({ batches, payments, execution_date: date }: Order, has_details: boolean): string[] {
  return batches.flatMap(({ payment_information_id: id, amount: { currency } }) => {
    const left = payments.filter((payment) => payment.payment_information_id === id && payment.state !== 'rejected')
    return currency === 'CHF' && left.length > 0 ? [orderedBatch({ id, date, payments: left }, has_details)] : []
  })
}

/** A customer scans the payment part of an invoice, and pays what is open or less. */
async function ofBill(random: Random, { name, list, one }: Asking): Promise<string[]> {
  const open = await list('/v1/documents', '&state=open')
  const document = any(
    random,
    open.filter(({ open_amount: { amount_minor, currency } }) => amount_minor > 0 && currency === 'CHF'),
  )
  const bill = document && (await one(`/v1/documents/${document.id}/qr-bill?iban=${IBAN}`))
  if (!bill) return []
  const minor = random.isOneIn(4) ? Math.ceil(bill.amount.amount_minor / 2) : bill.amount.amount_minor
  const details = transaction({ reference: bill.reference, name })
  return [bankEntry({ amount: (minor / 100).toFixed(2), date: todayInSwitzerland(), text: `${name} bill`, details })]
}

/** The bank takes a payment back that an allocation has used. */
async function takenBack(random: Random, { name: text, list }: Asking): Promise<string[]> {
  const allocation = any(random, await list('/v1/allocations', '&state=posted'))
  const payment = (await list('/v1/payments')).find(({ id }) => id === allocation?.payment_id)
  if (!payment?.end_to_end_id) return []
  const { end_to_end_id, amount, booking_date } = payment
  const refs = e2e(end_to_end_id)
  const date = booking_date ?? todayInSwitzerland()
  const { amount_minor } = amount
  return [namedEntry({ amount_minor, direction: 'DBIT', date, text: `${text} taken back`, refs, back: 'reversal' })]
}

/** The bank of a supplier sends back what a debit has paid. */
async function sentBack(random: Random, { name: text, list }: Asking): Promise<string[]> {
  const paid = (await list('/v1/camt-053/entries')).filter(
    ({ credit_debit_indicator, booking_state, transaction_details: [first] }) =>
      credit_debit_indicator === 'DBIT' && booking_state === 'booked' && first?.end_to_end_id,
  )
  const bankEntry = any(random, paid)
  if (!bankEntry) return []
  const refs = e2e(bankEntry.transaction_details[0]?.end_to_end_id ?? '')
  const { amount_minor } = bankEntry.amount
  const date = todayInSwitzerland()
  return [namedEntry({ amount_minor, direction: 'CRDT', date, text: `${text} sent back`, refs, back: 'return' })]
}
