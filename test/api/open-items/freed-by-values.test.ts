import { expect } from 'chai'
import { eventually } from '../../support/books.ts'
import { get, post, put } from '../../support/client.ts'
import { chf, debit, INVOICES, invoice, VOUCHERS, voucher } from '../../support/requests/examples.ts'
import { booksToSettle } from '../settlement/books-to-settle.ts'
import { bookedVoucher, idOf } from './items-of-customer.ts'

const usd = (amount_minor: number) => ({ amount_minor, currency: 'USD' })

/** USD 200.00 at 0.95 are 190.00, and 186.00 after the revaluation. */
describe('a voucher that the value of an open item blocks', () => {
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

  it('is booked when a revaluation makes its lines balance', async () => {
    const lines = [debit('1020', 18_600), { account_code: '1100', credit: usd(20_000), ...item('payment') }]
    const request = voucher(customer(), { business_date: '2026-01-05', payload: { lines } })
    const { body: waiting } = await post(VOUCHERS, request, { wait: 20 })
    expect(waiting.blockers.map(({ code }) => code)).to.deep.equal(['voucher_not_balanced'])
    const revaluation = { account_code: '1100', credit: usd(0), base_amount: chf(400), ...item('revaluation') }
    await bookedVoucher(customer(), [debit('6949', 400), revaluation], {}, { business_date: '2025-12-31' })
    await eventually(async () => (await get(`/v1/source-facts/${waiting.id}`)).body.state === 'posted')
  })
})
