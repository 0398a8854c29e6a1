import { expect } from 'chai'
import { there } from '../../../support/there.ts'
import { type booksToOrder, detailsOf } from '../books-to-order.ts'
import { bankOfOrders } from './bank-of-orders.ts'
import { one, type PayableInOrders } from './payable-in-orders.ts'

type Books = ReturnType<typeof booksToOrder>

/** What the office orders, and what the bank reports. */
export function ordersOf(books: Books, id: string, model: PayableInOrders) {
  const { order, list } = books
  const { report } = bankOfOrders(books)
  return {
    async order({ is_part }: { is_part: boolean }) {
      const { open } = model
      const amount = is_part ? Math.ceil(open / 2) : open
      const part = { supplier_payable_id: id, amount: { amount_minor: amount, currency: 'CHF' } }
      // Somebody has looked at each debit.
      const entries = await list('camt-053/entries', '&limit=500')
      const accepted_debits = entries.filter((entry) => entry.credit_debit_indicator === 'DBIT').map(({ id }) => id)
      const parts = amount < open && { instructions: [part] }
      const { status, body, text } = await order({ payables: [id], accepted_debits, ...parts })
      const refused = refusalOf(model)
      if (refused) {
        expect([status, ...detailsOf(text)]).to.deep.equal([409, `/payables/0 ${refused}`])
        return
      }
      expect(status, text).to.equal(201)
      for (const earlier of model.payments) model.happens('its payable is ordered again', earlier)
      model.payments.push({
        ...{ order_id: body.id, message_id: body.message_id, amount, since: model.next() },
        batch: there(body.batches[0]).payment_information_id,
        end_to_end_id: there(body.payments[0]).end_to_end_id,
        ...{ kept: 'ordered', before: 'ordered', rejected_at: 0, given_up_at: null, freed_by: null },
        ...{ told: null, is_sent_all_the_same: false, is_told_by_debit: false },
      })
    },
    async report({ which: at, status }: { which: number; status: string }) {
      const payment = one(model.payments, at)
      if (!payment) return
      await report(payment, status)
      model.reported(payment, status)
      model.happens(status === 'RJCT' ? 'the bank rejects it' : 'the bank accepts it', payment)
    },
  }
}

/** What the office takes back: of what the bank has, by its word only. */
export function withdrawalsOf({ withdraw }: Books, model: PayableInOrders) {
  return {
    async withdraw({ which: at }: { which: number }) {
      const payment = one(model.payments, at)
      if (!payment) return
      const isTakenBack = payment === model.live || model.isSentAllTheSame(payment)
      const single = { end_to_end_ids: [payment.end_to_end_id] }
      if (isTakenBack && payment.told === 'ACSC') {
        const { status, text } = await withdraw(payment.order_id, single)
        expect([status, ...detailsOf(text)]).to.deep.equal([409, '/end_to_end_ids/0 already_sent'])
      }
      const { status } = await withdraw(payment.order_id, { ...single, cancelled_by_bank: true })
      expect(status).to.equal(isTakenBack ? 201 : 409)
      if (!isTakenBack) return
      model.happens('it is withdrawn', payment)
      payment.given_up_at = model.next()
      payment.is_sent_all_the_same = false
    },
  }
}

/** Why a payable is not ordered. */
function refusalOf(model: PayableInOrders): string | null {
  if (model.live) return 'already_ordered'
  if (model.isHeld) return 'already_sent'
  return model.open === 0 ? 'nothing_open' : null
}
