import { expect } from 'chai'
import { bankEntry } from '../../camt053/messages.ts'
import { get, itemsOf, post } from '../../support/client.ts'
import { chf, credit, debit } from '../../support/requests/examples.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { bookedVoucher, bookVoucher, reverse } from './items-of-customer.ts'

/** An invoice of CHF 50.00 of 15 March 2026. */
describe('vouchers that are dated before others on the same item', () => {
  const { customer, invoiced, openOf } = booksToSettle()
  let id: string
  beforeEach(async () => {
    id = (await invoiced(5_000)).id
  })

  const item = (purpose: string) => ({ open_item: { document_id: id, purpose } })
  const paid = (amount: number) => [debit('1000', amount), credit('1100', amount, item('payment'))]
  const givenBack = (amount: number) => [debit('1100', amount, item('refund')), credit('1000', amount)]
  const on = (business_date: string, lines: object[]) => bookVoucher(customer(), lines, {}, { business_date })
  const booked = (business_date: string, lines: object[]) => bookedVoucher(customer(), lines, {}, { business_date })
  const messages = (fact: { blockers: readonly { code: string; message: string }[] }) =>
    fact.blockers.map(({ code, message }) => `${code} ${message.replace(id, 'doc')}`)
  async function listOn(date: string) {
    const query = `end_customer_id=${customer()}&side=receivables&date=${date}`
    return (await get(`/v1/statements/open-items?${query}`)).body.items.map((row) => row.open_amount.amount_minor)
  }

  it('give nothing back on a day on which the item would have more than it was opened with', async () => {
    const payment = await booked('2026-04-20', paid(5_000))
    const early = await on('2026-04-05', givenBack(5_000))
    expect(messages(early)).to.deep.equal([
      'open_item_exceeded Open item doc was opened with CHF 50.00, and would be CHF 100.00 on 2026-04-05.',
    ])
    expect(await listOn('2026-04-10')).to.deep.equal([5_000])
    await booked('2026-04-20', givenBack(2_000))
    await booked('2026-04-21', givenBack(3_000))
    expect([await listOn('2026-04-20'), await listOn('2026-04-21')]).to.deep.equal([[2_000], [5_000]])
    expect((await reverse(customer(), `/v1/source-facts/${payment.id}`)).status).to.equal(409)
  })

  it('take nothing on a day on which it was not there', async () => {
    await booked('2026-04-10', paid(5_000))
    await booked('2026-04-20', givenBack(5_000))
    expect(messages(await on('2026-04-15', paid(1_000)))).to.deep.equal([
      'open_item_exceeded Of open item doc CHF 0.00 was open on 2026-04-15, and the line takes CHF 10.00.',
    ])
    await booked('2026-04-20', paid(1_000))
    expect(await openOf('documents', id)).to.equal(4_000)
  })

  it('may pay an item before the day of its document, with a warning', async () => {
    const early = await booked('2026-02-01', paid(5_000))
    expect(early.warnings?.map(({ code, pointer }) => `${code} ${pointer}`)).to.deep.equal([
      'item_used_before_it_was_opened /payload/lines/1/open_item',
    ])
    expect(await listOn('2026-02-10')).to.deep.equal([-5_000])
    expect(await listOn('2026-12-31')).to.deep.equal([])
  })
})

/** Items of 15 March 2026. */
describe('allocations and settlements that are dated before others on the same item', () => {
  const { customer, invoiced, owed, received, allocate, settle } = booksToSettle()

  type Told = { readonly warnings?: readonly { code: string; pointer: string; message: string; remedy: string }[] }
  const told = ({ warnings }: Told) => warnings?.map(({ pointer, message }) => [pointer, message.split(':')[0]])
  const opened = (day: string) => `The open item was opened on ${day}`

  it('may pay an item before it was opened, with a warning', async () => {
    const [first, second, third] = [await invoiced(6_000), await invoiced(4_000), await invoiced(500)]
    // Credit of a payment is none of money on an account.
    await allocate((await received(bankEntry({ amount: '10.00' }))).id, [[third.id, 500]])
    const line = (document_id: string, amount: number) => ({ document_id, amount: chf(amount) })
    const lines = [line(first.id, 1_000), line(second.id, 2_000)]
    const cash = { end_customer_id: customer(), account_code: '1000', posting_date: '2026-02-01', lines }
    const { body: early } = await post('/v1/allocations', cash, { wait: 10 })
    expect([early.state, told(early)]).to.deep.equal([
      'posted',
      [
        ['/lines/0/document_id', opened('2026-03-15')],
        ['/lines/1/document_id', opened('2026-03-15')],
      ],
    ])
    expect(early.warnings?.[0]).to.deep.include({
      code: 'item_used_before_it_was_opened',
      remedy:
        'Nothing, where it happened in that order; else reverse the allocation and send it again with its own day.',
    })
    const { body: onTheDay } = await post('/v1/allocations', { ...cash, posting_date: '2026-03-15' }, { wait: 10 })
    expect([onTheDay.state, told(onTheDay)]).to.deep.equal(['posted', []])
    const listed = await itemsOf('allocations', customer())
    expect(listed.map(told)).to.deep.equal([[], told(early), []])
  })

  it('may use the credit of a payment before it was booked, with a warning', async () => {
    const [first, second] = [await invoiced(6_000), await invoiced(4_000)]
    const payment = await received(bankEntry({ amount: '100.00' }))
    const booked = await allocate(payment.id, [[first.id, 6_000]], { posting_date: '2026-04-15' })
    const early = await allocate(payment.id, [[second.id, 4_000]], { posting_date: '2026-03-31' })
    expect([told(booked.body), early.body.posting_date, told(early.body)]).to.deep.equal([
      [],
      '2026-03-31',
      [['/payment_id', opened('2026-04-15')]],
    ])
  })

  it('may settle a payable before it was opened, with a warning', async () => {
    const payable = await owed(5_000)
    const { body: early } = await settle(payable.id, 2_000, { settlement_date: '2026-03-14' })
    const { body: later } = await settle(payable.id, 3_000)
    expect([early.state, told(early), told(later)]).to.deep.equal([
      'posted',
      [['/settlement_date', opened('2026-03-15')]],
      [],
    ])
    const { body: listed } = await get(`/v1/supplier-payables/${payable.id}/settlements`)
    expect(listed.data.map(told)).to.deep.equal([told(early), []])
  })
})
