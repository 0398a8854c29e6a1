import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { get, itemsOf } from '../../../support/client.ts'
import type { Item } from '../../../support/reply.ts'
import { type booksToOrder, detailsOf } from '../books-to-order.ts'
import { bankOfOrders } from './bank-of-orders.ts'
import { ordersOf, withdrawalsOf } from './orders-of-payables.ts'
import { type ModelPayment, type ModelSettlement, one, PayableInOrders } from './payable-in-orders.ts'
import { refundsOf } from './refunds-of-payables.ts'

/** What happens to a payable, to one of its payments or settlements: `which` counts around. */
export type Happening =
  | { kind: 'order'; is_part: boolean }
  | { kind: 'debit'; which: number; is_named: boolean; is_part: boolean }
  | { kind: 'report'; which: number; status: string }
  | { kind: 'withdraw' | 'reverse' | 'return' | 'refund' | 'take_back'; which: number }

type Books = ReturnType<typeof booksToOrder>
type Returned = { id: string; entry_id: string; settlement: ModelSettlement }

/** @returns what compares answers, events and open amounts with the model after everything that happens to a payable */
export function followPayables(books: Books) {
  const { customer, owedToHolz, openOf } = books
  const shown = async ({ payments }: PayableInOrders) => {
    const states: (readonly [string, string | null])[] = []
    for (const { order_id } of payments)
      for (const { state, contradiction } of (await get(`/v1/payment-orders/${order_id}`)).body.payments)
        states.push([state, contradiction])
    return states
  }
  const contradictionsIn = (model: PayableInOrders) =>
    model.payments.flatMap((payment) => {
      const contradiction = model.shown(payment)[1]
      return contradiction === null ? [] : { payment, contradiction }
    })
  const eventsAfter = async (number: number): Promise<Item<'events'>[]> => {
    const events = await itemsOf('events', customer(), `&limit=500&after=${number}`)
    const last = events.at(-1)
    return last ? [...events, ...(await eventsAfter(last.event_number))] : []
  }
  const contradictionsTold = async () =>
    (await eventsAfter(0)).filter(({ event_type }) => event_type === 'payment_order.contradicted').length

  async function follow(events: readonly Happening[]) {
    const { id } = await owedToHolz(1_000)
    const model = new PayableInOrders(1_000)
    const happen = happeningsOf(books, id, model)
    let told = await contradictionsTold()
    for (const drawn of events) {
      const before = contradictionsIn(model)
      await happen(drawn)
      expect(await shown(model), JSON.stringify(drawn)).to.deep.equal(
        model.payments.map((payment) => model.shown(payment)),
      )
      if (drawn.kind === 'debit' || drawn.kind === 'report')
        told += contradictionsIn(model).filter((one) => isNews(drawn, one, before)).length
    }
    expect(await openOf('supplier-payables', id)).to.equal(model.open)
    expect(await contradictionsTold()).to.equal(told)
    expect(await findings(customer())).to.deep.equal([])
    return shown(model)
  }
  return follow
}

type Contradicted = { readonly payment: ModelPayment; readonly contradiction: string }

/** A report says nothing new of a payment that is contradicted already; a debit pays what a report had told to be with the bank. */
function isNews({ kind }: Happening, { payment, contradiction }: Contradicted, before: readonly Contradicted[]) {
  const known = before.find((one) => one.payment === payment)
  return known === undefined || (kind === 'debit' && known.contradiction !== contradiction)
}

function happeningsOf(books: Books, id: string, model: PayableInOrders) {
  const happen = {
    ...ordersOf(books, id, model),
    ...withdrawalsOf(books, model),
    ...moneyOf(books, id, model),
    ...returnsOf(books, model),
    ...refundsOf(books, id, model),
  }
  return (drawn: Happening) => happen[drawn.kind](drawn as never)
}

/** What moves, and how it is booked. */
function moneyOf(books: Books, id: string, model: PayableInOrders) {
  const { moved, dismiss, settleBy, reverse } = bankOfOrders(books)
  return {
    async debit({ which: at, is_named, is_part }: { which: number; is_named: boolean; is_part: boolean }) {
      const { open, live } = model
      if (open === 0) return
      const names = (is_named && one(model.payments, at)) || null
      const whole = Math.min(open, (names ?? live)?.amount ?? open)
      const amount = is_part ? Math.ceil(whole / 2) : whole
      const entry = await moved(amount, names?.end_to_end_id ?? null)
      if (names) names.is_told_by_debit = true
      const { status, body, text } = await settleBy(id, amount, entry.canonical_entry_hash)
      const isOfRest = live && amount <= open - live.amount
      if (live && names && names !== live && !isOfRest) {
        expect([status, ...detailsOf(text)]).to.deep.equal([409, '/evidence_sha256 already_ordered'])
        await dismiss(entry.id)
        return
      }
      expect(status, text).to.equal(201)
      const settled = {
        id: body.id,
        entry_id: entry.id,
        amount,
        names,
        at: model.next(),
        stands: true,
        is_refunded: false,
      }
      model.settlements.push(settled)
    },
    async reverse({ which: at }: { which: number }) {
      const settled = one(model.standing(), at)
      if (!settled) return
      await reverse(id, settled.id)
      await dismiss(settled.entry_id)
      settled.stands = false
    },
  }
}

/** What comes back, and is found to be something else. */
function returnsOf(books: Books, model: PayableInOrders) {
  const { moved, dismiss, accept, takeBack } = bankOfOrders(books)
  const returns: Returned[] = []
  return {
    async return({ which: at }: { which: number }) {
      const settled = one(model.standing(), at)
      const named = settled && (settled.names ?? lastBefore(model.payments, settled))
      if (!settled || !named) return
      const { id: entry_id } = await moved(settled.amount, named.end_to_end_id, 'AC04')
      const return_id = await accept(settled.id, entry_id)
      returns.push({ id: return_id, entry_id, settlement: settled })
      settled.stands = false
      model.happens('its money comes back', named, return_id)
    },
    async take_back() {
      const last = returns.pop()
      if (!last) return
      await takeBack(last.id)
      for (const entry_id of [last.entry_id, last.settlement.entry_id]) await dismiss(entry_id)
      for (const payment of model.payments)
        if (payment.freed_by === last.id) {
          model.happens('that return is taken back', payment)
          payment.freed_by = null
        }
    },
  }
}

function lastBefore(payments: readonly ModelPayment[], { at }: ModelSettlement): ModelPayment | undefined {
  return payments.filter(({ since }) => since < at).at(-1)
}
