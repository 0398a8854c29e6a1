import { expect } from 'chai'
import { get } from '../../support/client.ts'
import { credit, debit } from '../../support/requests/examples.ts'
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
