import { expect } from 'chai'
import { post, put } from '../../support/client.ts'
import { chf, credit, debit, INVOICES, invoice } from '../../support/requests/examples.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { bookedVoucher, idOf, openOf, reverse } from './items-of-customer.ts'

const usd = (amount_minor: number) => ({ amount_minor, currency: 'USD' })

/** USD 200.00 at 0.95 are 190.00. At 0.93 they are 186.00; of these 150.00 have 139.50, and 50.00 have 46.50. */
describe('a revaluation and the payment of a part', () => {
  const { customer } = booksToSettle()
  let id: string
  beforeEach(async () => {
    const rates = [{ currency: 'USD', rate: '0.95', rate_date: '2025-01-01' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const payload = { currency: 'USD', gross_amount: usd(20_000), tax_lines: [], document_date: '2025-12-01' }
    const { body } = await post(INVOICES, invoice(customer(), { business_date: '2025-12-01', payload }), { wait: 20 })
    id = await idOf('documents', customer(), body.id)
  })

  const item = (purpose: string) => ({ open_item: { document_id: id, purpose } })
  const booked = (business_date: string, lines: object[]) => bookedVoucher(customer(), lines, {}, { business_date })
  const revalue = () =>
    booked('2025-12-31', [
      debit('6949', 400),
      { account_code: '1100', credit: usd(0), base_amount: chf(400), ...item('revaluation') },
    ])
  const pay = (book: number) =>
    booked('2026-01-05', [debit('1020', book), { account_code: '1100', credit: usd(15_000), ...item('payment') }])

  it('that came since has its share: the revaluation is not reversed before the payment', async () => {
    const revaluation = await revalue()
    const payment = await pay(13_950)
    expect(await openOf(customer(), 'documents')).to.deep.equal([[5_000, 4_650, 'open']])
    const { status, body } = await reverse(customer(), `/v1/source-facts/${revaluation.id}`)
    expect([status, body.error.message]).to.deep.equal([
      409,
      `Reverse first what has used its open items since: ${payment.id}. Or leave the revaluation, and correct the value of the rest with another one.`,
    ])
    await reverse(customer(), `/v1/source-facts/${payment.id}`)
    expect((await reverse(customer(), `/v1/source-facts/${revaluation.id}`)).status).to.equal(202)
    expect(await openOf(customer(), 'documents')).to.deep.equal([[20_000, 19_000, 'open']])
  })

  it('that came before has none: the revaluation is reversed', async () => {
    await pay(14_250)
    const revaluation = await revalue()
    // 150.00 of 200.00 have 3.00 of the 4.00 that stay on the rest: 47.50 less 4.00 instead of less 1.00.
    expect(revaluation.warnings?.map(({ code, message }) => `${code} ${message}`)).to.deep.equal([
      'value_without_amount A part of the open item was paid or reserved since: CHF -3.00 of the changes of its value are the share of that part and stay on the rest, which would be worth CHF 46.50 without them.',
    ])
    expect(await openOf(customer(), 'documents')).to.deep.equal([[5_000, 4_350, 'open']])
    expect((await reverse(customer(), `/v1/source-facts/${revaluation.id}`)).status).to.equal(202)
    expect(await openOf(customer(), 'documents')).to.deep.equal([[5_000, 4_750, 'open']])
  })

  it('what a second revaluation takes back of the first is counted with it', async () => {
    await pay(14_250)
    await revalue()
    const gain = (amount: number) => [
      {
        account_code: '1100',
        debit: usd(0),
        base_amount: chf(amount),
        open_item: { document_id: id, purpose: 'revaluation' },
      },
      credit('6999', amount),
    ]
    // 3.00 of the 4.00 stay, and 0.75 of this 1.00: 43.50 and 1.00, instead of a quarter of 190.00 less 3.00.
    const { warnings } = await booked('2026-01-01', gain(100))
    expect(warnings?.map(({ message }) => message)).to.deep.equal([
      'A part of the open item was paid or reserved since: CHF -2.25 of the changes of its value are the share of that part and stay on the rest, which would be worth CHF 46.75 without them.',
    ])
    expect((await booked('2026-01-01', gain(300))).warnings).to.deep.equal([])
    expect(await openOf(customer(), 'documents')).to.deep.equal([[5_000, 4_750, 'open']])
  })
})
