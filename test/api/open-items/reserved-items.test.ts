import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { put } from '../../support/client.ts'
import { credit, debit } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { bookVoucher, expectVerified, reverse } from './items-of-customer.ts'

/** Allocations and settlements take their amounts when they are requested, and are booked later. */
describe('open items that drafts have reserved', () => {
  const { customer, invoiced, owed, received, allocate, settle } = booksToSettle()

  const lock = (locked_through: string) =>
    put('/v1/period-locks', { end_customer_id: customer(), locked_through, reason: 'x' }, { wait: 10 })
  const messageOf = async (lines: readonly object[], business_date = '2026-10-01') => {
    const { state, blockers } = await bookVoucher(customer(), lines, {}, { business_date })
    expect(state).to.equal('blocked')
    const { code, message } = there(blockers[0])
    return [code, message]
  }

  it('say how much is reserved, and by which drafts', async () => {
    const document = await invoiced(10_000)
    const payable = await owed(9_000)
    const payment = await received(bankEntry({ amount: '200.00' }))
    await lock('2026-06-30')
    const { body: allocation } = await allocate(payment.id, [[document.id, 6_000]])
    const { body: first } = await settle(payable.id, 2_000)
    const { body: second } = await settle(payable.id, 3_000)
    expect([allocation.state, first.state, second.state]).to.deep.equal(['draft', 'draft', 'draft'])
    const document_item = { open_item: { document_id: document.id, purpose: 'payment' } }
    expect(await messageOf([debit('1000', 5_000), credit('1100', 5_000, document_item)])).to.deep.equal([
      'open_item_exceeded',
      `Of open item ${document.id} CHF 40.00 is open, and the line takes CHF 50.00. CHF 60.00 of it is reserved by ${allocation.id}, which is not booked yet.`,
    ])
    const payable_item = { open_item: { supplier_payable_id: payable.id, purpose: 'payment' } }
    expect(await messageOf([debit('2000', 9_000, payable_item), credit('1000', 9_000)])).to.deep.equal([
      'open_item_exceeded',
      `Of open item ${payable.id} CHF 40.00 is open, and the line takes CHF 90.00. CHF 50.00 of it is reserved by ${first.id}, ${second.id}, which are not booked yet.`,
    ])
    const payment_item = { open_item: { payment_id: payment.id, purpose: 'transfer' } }
    expect(await messageOf([debit('1000', 5_000), credit('2030', 5_000, payment_item)])).to.deep.equal([
      'open_item_unknown',
      `Open item ${payment.id} is reserved by ${allocation.id}, which would book it first.`,
    ])
    for (const path of [`allocations/${allocation.id}`, `supplier-payables/${payable.id}/settlements/${first.id}`])
      expect((await reverse(customer(), `/v1/${path}`)).body.state).to.equal('reversed')
    expect((await messageOf([debit('2000', 9_000, payable_item), credit('1000', 9_000)]))[1]).to.include(
      `CHF 30.00 of it is reserved by ${second.id}, which is not booked yet.`,
    )
    await expectVerified(customer())
  })

  it('say it of credit that a payment has left', async () => {
    const [a, b] = [await invoiced(10_000), await invoiced(10_000)]
    const payment = await received(bankEntry({ amount: '150.00' }))
    await allocate(payment.id, [[a.id, 10_000]])
    await lock('2026-06-30')
    const { body: draft } = await allocate(payment.id, [[b.id, 4_000]])
    const item = { open_item: { payment_id: payment.id, purpose: 'refund' } }
    expect(await messageOf([debit('2030', 5_000, item), credit('1000', 5_000)])).to.deep.equal([
      'open_item_exceeded',
      `Of open item ${payment.id} CHF 10.00 is open, and the line takes CHF 50.00. CHF 40.00 of it is reserved by ${draft.id}, which is not booked yet.`,
    ])
  })
})
