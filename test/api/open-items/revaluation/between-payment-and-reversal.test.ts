import { expect } from 'chai'
import { post, put } from '../../../support/client.ts'
import { chf, debit, INVOICES, invoice } from '../../../support/requests/examples.ts'
import { booksToSettle } from '../../settlement/books-to-settle.ts'
import { bookedVoucher, idOf, openOf, reverse } from '../items-of-customer.ts'

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })

/** EUR 1'000.00 at 1.00. A payment comes back at the value of its day, so no part of a revaluation since belongs to it. */
describe('a revaluation between a payment and its reversal', () => {
  const { customer } = booksToSettle()
  let id: string
  beforeEach(async () => {
    const rates = [{ currency: 'EUR', rate: '1.00', rate_date: '2025-01-01' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const payload = { currency: 'EUR', gross_amount: eur(100_000), tax_lines: [], document_date: '2025-06-01' }
    const { body } = await post(INVOICES, invoice(customer(), { business_date: '2025-06-01', payload }), { wait: 20 })
    id = await idOf('documents', customer(), body.id)
  })

  const item = (purpose: string) => ({ open_item: { document_id: id, purpose } })
  const booked = async (business_date: string, lines: object[]) =>
    `/v1/source-facts/${(await bookedVoucher(customer(), lines, {}, { business_date })).id}`
  const pay = (amount = 50_000, business_date = '2025-07-10', book = amount) =>
    booked(business_date, [
      debit('1020', book),
      { account_code: '1100', credit: eur(amount), base_amount: chf(book), ...item('payment') },
    ])
  const revalue = (amount = 5_000, business_date = '2025-12-31') =>
    booked(business_date, [
      debit('6949', amount),
      { account_code: '1100', credit: eur(0), base_amount: chf(amount), ...item('revaluation') },
    ])
  const undo = async (path: string, more: object = {}) => {
    const request = { end_customer_id: customer(), reason: 'x', ...more }
    const { status, body } = await post(`${path}/reverse` as '/v1/allocations/x/reverse', request, { wait: 20 })
    expect(status, JSON.stringify(body)).to.equal(202)
  }
  const open = async () => (await openOf(customer(), 'documents'))[0]?.slice(0, 2)

  it('can be reversed: the item is worth what it was', async () => {
    const [payment, revaluation] = [await pay(), await revalue()]
    expect(await open()).to.deep.equal([50_000, 45_000])
    await undo(payment)
    expect(await open()).to.deep.equal([100_000, 95_000])
    await undo(revaluation)
    expect(await open()).to.deep.equal([100_000, 100_000])
  })

  it('can be reversed where the payment was reversed on a later day', async () => {
    const [payment, revaluation] = [await pay(), await revalue()]
    await undo(payment, { posting_date: '2026-02-01' })
    await undo(revaluation)
    expect(await open()).to.deep.equal([100_000, 100_000])
  })

  it('can be reversed where an allocation was the payment', async () => {
    const request = {
      end_customer_id: customer(),
      account_code: '1020',
      posting_date: '2025-07-10',
      lines: [{ document_id: id, amount: eur(50_000), paid: chf(50_000) }],
    }
    const { status, body } = await post('/v1/allocations', request, { wait: 20 })
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([201, 'posted'])
    const revaluation = await revalue()
    await undo(`/v1/allocations/${body.id}`)
    await undo(revaluation)
    expect(await open()).to.deep.equal([100_000, 100_000])
  })

  it('can be reversed where one of two payments came back, and the other later', async () => {
    const [first, second] = [await pay(20_000), await pay(30_000, '2025-08-10')]
    const revaluation = await revalue()
    await undo(first)
    await undo(revaluation)
    expect(await open()).to.deep.equal([70_000, 70_000])
    await undo(second)
    expect(await open()).to.deep.equal([100_000, 100_000])
  })

  it('can be reversed after a payment that came since, once that is reversed', async () => {
    const [payment, revaluation] = [await pay(), await revalue()]
    await undo(payment)
    // 400.00 of 1'000.00 that are worth 950.00.
    const since = await pay(40_000, '2026-01-10', 38_000)
    expect(await open()).to.deep.equal([60_000, 57_000])
    const { status, body } = await reverse(customer(), revaluation)
    expect([status, body.error.message]).to.deep.equal([
      409,
      `Reverse first what has used its open items since: ${since.split('/').at(-1)}. Or leave the revaluation, and correct the value of the rest with another one.`,
    ])
    await undo(since)
    await undo(revaluation)
    expect(await open()).to.deep.equal([100_000, 100_000])
  })

  it('can be reversed as the second of two, and then the first', async () => {
    const payment = await pay()
    const [first, second] = [await revalue(3_000, '2025-09-30'), await revalue(2_000)]
    await undo(payment)
    expect(await open()).to.deep.equal([100_000, 95_000])
    await undo(second)
    expect(await open()).to.deep.equal([100_000, 97_000])
    await undo(first)
    expect(await open()).to.deep.equal([100_000, 100_000])
  })
})
