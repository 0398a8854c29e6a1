import type { Random } from '../../../../shared/cli/demo/company/random.ts'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { type Asking, any } from '../request.ts'
import { namedEntry } from './bank-messages.ts'

const e2e = (id: string) => `<EndToEndId>${id}</EndToEndId>`

/** Debits of ordered payments, by their names or by that of their batch, and money that comes back, as far as there is any. */
export async function namedMoves(random: Random, { name, list, one }: Asking): Promise<string[]> {
  const kind = random.between(1, 3)
  if (kind === 1) return ofOrder(random, name, list, one)
  return kind === 2 ? takenBack(random, name, list) : sentBack(random, name, list)
}

async function ofOrder(random: Random, text: string, list: Asking['list'], one: Asking['one']): Promise<string[]> {
  const listed = any(random, await list('/v1/payment-orders'))
  const order = listed && (await one(`/v1/payment-orders/${listed.id}`))
  const payment = order && any(random, order.payments)
  const [batch] = order?.batches ?? []
  if (!payment || !batch || payment.amount.currency !== 'CHF') return []
  const moved = { direction: 'DBIT', date: todayInSwitzerland(), text: `${text} ordered` } as const
  const { amount_minor } = payment.amount
  if (random.isOneIn(2)) return [namedEntry({ ...moved, amount_minor, refs: e2e(payment.end_to_end_id) })]
  const sum = order.payments.reduce((total, { amount }) => total + amount.amount_minor, 0)
  const refs = `<PmtInfId>${batch.payment_information_id}</PmtInfId>`
  return [namedEntry({ ...moved, amount_minor: sum, refs })]
}

/** The bank takes a payment back that an allocation has used. */
async function takenBack(random: Random, text: string, list: Asking['list']): Promise<string[]> {
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
async function sentBack(random: Random, text: string, list: Asking['list']): Promise<string[]> {
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
