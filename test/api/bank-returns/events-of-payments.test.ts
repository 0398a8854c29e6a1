import { expect } from 'chai'
import { todayInSwitzerland } from '../../../shared/process/clock.ts'
import { statusReport } from '../../camt053/status-report.ts'
import { itemsOf, post, put } from '../../support/client.ts'
import { chf, credit, debit, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { e2e, returnsOf } from './books-with-returns.ts'

/** Whoever follows the feed alone knows what became of each payment that was ordered. */
describe('events of ordered payments and of what came back', () => {
  const books = booksToSettle()
  const { customer, owed, settle } = books
  const { moved, paidOut, acceptOnly, takeBack } = returnsOf(books)
  beforeEach(async () => {
    await put(`/v1/end-customers/${customer()}`, { name: 'Treuhand Beispiel AG' })
    await moved({ amount: '1.00' })
  })
  const supplier = {
    name: 'Papeterie Muster AG',
    structured_address: { town_name: 'Bern', country: 'CH' },
    iban: 'CH5604835012345678009',
  }
  const order = async (...payables: string[]) => {
    const { body } = await post('/v1/payment-orders', {
      end_customer_id: customer(),
      bank_account: 'CH9300762011623852957',
      execution_date: '2099-12-31',
      payables,
    })
    return { id: body.id, message_id: body.message_id, named: e2e(there(body.payments[0]).end_to_end_id) }
  }
  /** What the feed says of orders and returns, oldest first. */
  const told = async () =>
    (await itemsOf('events', customer(), '&limit=500')).flatMap(({ event_type, subject }) =>
      /^(payment_order|bank_return)\./.test(event_type) ? [[event_type, subject.id]] : [],
    )
  const back = { direction: 'CRDT', date: '2026-04-09', reason: 'AC04' } as const

  it('tell what the bank has reported of it', async () => {
    const { id, message_id } = await order((await owed(10_810, { supplier })).id)
    const { status, text } = await post(
      `/v1/payment-orders/${id}/status-reports?end_customer_id=${customer()}`,
      statusReport(message_id, { status: 'ACCP' }),
      { headers: { 'Content-Type': 'application/xml' } },
    )
    expect(status, text).to.equal(201)
    expect(await told()).to.deep.equal([
      ['payment_order.created', id],
      ['payment_order.reported', id],
    ])
  })

  it('tell that it is paid with the settlement that pays it, and that it is open again with the reversal of that', async () => {
    const [first, second] = [await owed(10_810, { supplier }), await owed(5_130, { supplier })]
    const { id, named } = await order(first.id, second.id)
    const settlement = await paidOut(first.id, 10_810, { amount: '108.10', named })
    expect(await told()).to.deep.equal([
      ['payment_order.created', id],
      ['payment_order.paid', id],
    ])
    await post(
      `/v1/supplier-payables/${first.id}/settlements/${settlement.id}/reverse`,
      {
        end_customer_id: customer(),
        reason: 'x',
      },
      { wait: 10 },
    )
    expect((await told()).slice(2)).to.deep.equal([['payment_order.reopened', id]])
    // A payable that is in no order tells of none.
    await settle((await owed(100, { supplier })).id, 100)
    expect(await told()).to.have.length(3)
  })

  for (const whole of [true, false])
    it(`tell that ${whole ? 'the whole' : 'a part'} came back, and that this is taken back`, async () => {
      const payable = await owed(10_810, { supplier })
      const { id, named } = await order(payable.id)
      await paidOut(payable.id, 10_810, { amount: '108.10', named })
      await moved({ ...back, amount: whole ? '108.10' : '50.00', named })
      const returned = await acceptOnly()
      expect((await told()).slice(2)).to.deep.equal([
        ['bank_return.created', returned.id],
        ['payment_order.withdrawn', id],
      ])
      expect((await takeBack(returned.id)).status).to.equal(202)
      expect((await told()).slice(4)).to.deep.equal([
        ['bank_return.reversed', returned.id],
        [whole ? 'payment_order.reopened' : 'payment_order.paid', id],
      ])
    })

  it('tell that it is open again where a part comes back of a debit that names no ordered payment', async () => {
    const payable = await owed(10_810, { supplier })
    const { id } = await order(payable.id)
    const day = todayInSwitzerland()
    await paidOut(payable.id, 10_810, { amount: '108.10', date: day, named: e2e('OUT-1') })
    await moved({ ...back, date: day, amount: '50.00', named: e2e('OUT-1') })
    const returned = await acceptOnly()
    expect((await told()).slice(1)).to.deep.equal([
      ['payment_order.paid', id],
      ['bank_return.created', returned.id],
      ['payment_order.reopened', id],
    ])
    // Until it is withdrawn: the file would pay what the reversal closes.
    expect((await takeBack(returned.id)).status).to.equal(409)
    const path = `/v1/payment-orders/${id}/withdraw` as '/v1/payment-orders/{payment_order_id}/withdraw'
    await post(path, { end_customer_id: customer(), reason: 'x' })
    expect((await takeBack(returned.id)).status).to.equal(202)
    expect((await told()).slice(4)).to.deep.equal([
      ['payment_order.withdrawn', id],
      ['bank_return.reversed', returned.id],
    ])
  })

  it('tell what a voucher pays, and a set-off of before that is reversed', async () => {
    const asked = { end_customer_id: customer(), reason: 'x' }
    const cash = await owed(10_810, { supplier })
    const { id: paid_in_cash } = await order(cash.id)
    const open_item = { supplier_payable_id: cash.id, purpose: 'payment' }
    const lines = [debit('2000', 10_810, { open_item }), credit('1000', 10_810)]
    const { body: fact } = await post(VOUCHERS, voucher(customer(), { payload: { lines } }), { wait: 10 })
    await post(`/v1/source-facts/${fact.id}/reverse`, asked, { wait: 10 })
    expect((await told()).slice(1)).to.deep.equal([
      ['payment_order.paid', paid_in_cash],
      ['payment_order.reopened', paid_in_cash],
    ])

    const [invoice, note] = [await owed(20_000, { supplier }), await owed(-5_000, { supplier })]
    const netted = { end_customer_id: customer(), posting_date: '2026-04-15' }
    const both = [
      { supplier_payable_id: invoice.id, amount: chf(5_000) },
      { supplier_payable_id: note.id, amount: chf(-5_000) },
    ]
    const { body: setOff } = await post('/v1/allocations', { ...netted, lines: both }, { wait: 10 })
    const { id } = await order(invoice.id)
    const day = todayInSwitzerland()
    for (const [minor, amount] of [
      [8_000, '80.00'],
      [7_000, '70.00'],
    ] as const)
      await paidOut(invoice.id, minor, { amount, date: day })
    await post(`/v1/allocations/${setOff.id}/reverse`, asked, { wait: 10 })
    expect((await told()).slice(4)).to.deep.equal([
      ['payment_order.paid', id],
      ['payment_order.reopened', id],
    ])
  })
})
