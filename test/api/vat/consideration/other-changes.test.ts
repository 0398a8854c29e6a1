import { expect } from 'chai'
import { bankEntry } from '../../../camt053/messages.ts'
import { firstOf, post, put } from '../../../support/client.ts'
import { openQuietService, type QuietService } from '../../../support/quiet-service.ts'
import { INVOICES, invoice } from '../../../support/requests/examples.ts'
import { EFFECTIVE, NET_RATE } from '../register.ts'
import { booksOfChange } from './books-of-change.ts'

const RECEIVED = { ...EFFECTIVE, consideration: 'received' } as const
const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })

describe('a change of consideration at net tax rates', () => {
  const { sold, change, pay, figures } = booksOfChange(NET_RATE, { ...NET_RATE, consideration: 'received' })

  it('takes the turnover of what is open back, until it is paid', async () => {
    const sale = await sold()
    await change()
    expect((await figures('2025-H2')).lines[0]).to.deep.equal(['200', 108_100, null])
    const first = await figures('2026-H1')
    expect(first.lines[0]).to.deep.equal(['200', -108_100, null])
    await pay(sale.id, 54_050, { posting_date: '2026-02-20' })
    // 540.50 at 6.2 % is 33.51, which is taken back so far.
    expect((await figures('2026-H1')).lines).to.deep.equal([
      ['200', -54_050, null],
      ['299', -54_050, null],
      [null, -54_050, -3_351],
      ['399', null, -3_351],
      ['510', null, 3_351],
    ])
    await pay(sale.id, 54_050, { posting_date: '2026-05-20' })
    expect((await figures('2026-H1')).lines).to.deep.equal([])
  })
})

describe('a change of consideration in a foreign currency', () => {
  const { customer, change, figures } = booksOfChange(RECEIVED, EFFECTIVE)

  it('declares what is open at the value that was booked', async () => {
    const rates = [{ currency: 'EUR', rate: '0.95', rate_date: '2025-12-01' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const tax_lines = [{ tax_code: 'V81', net_amount: eur(100_000), tax_amount: eur(8_100) }]
    const days = { document_date: '2025-12-10', supply_date: '2025-12-10' }
    const payload = { ...days, currency: 'EUR', gross_amount: eur(108_100), tax_lines }
    const { body } = await post(INVOICES, invoice(customer(), { business_date: '2025-12-10', payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    await change()
    const { lines, not_due } = await figures('2026-Q1')
    expect([lines[2], not_due]).to.deep.equal([['303', 95_000, 7_695], undefined])
    expect((await firstOf('documents', customer())).open_amount).to.deep.equal(eur(108_100))
  })
})

describe('a change to received consideration in a foreign currency', () => {
  const { customer, change, received, figures, recordsOf } = booksOfChange(EFFECTIVE, RECEIVED)

  it('takes back what was declared, and payments declare the same, whatever their rate', async () => {
    const rates = [
      { currency: 'EUR', rate: '0.95', rate_date: '2025-12-01' },
      { currency: 'EUR', rate: '0.94', rate_date: '2026-01-01' },
    ]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const tax_lines = [{ tax_code: 'V81', net_amount: eur(100_000), tax_amount: eur(8_100) }]
    const days = { document_date: '2025-12-10', supply_date: '2025-12-10' }
    const payload = { ...days, currency: 'EUR', gross_amount: eur(108_100), tax_lines }
    const { body } = await post(INVOICES, invoice(customer(), { business_date: '2025-12-10', payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    await change()
    expect((await figures('2026-Q1')).lines[2]).to.deep.equal(['303', -95_000, -7_695])
    const { id } = await firstOf('documents', customer())
    const payment = await received(bankEntry({ amount: '1081.00', currency: 'EUR' }))
    const lines = [{ document_id: id, amount: eur(108_100) }]
    const request = { end_customer_id: customer(), payment_id: payment.id, lines, posting_date: '2026-04-20' }
    const paid = await post('/v1/allocations', request, { wait: 10 })
    expect(paid.body.state, JSON.stringify(paid.body)).to.equal('posted')
    // 81.00 at 0.95, although the euro is 0.94 by then: the tax account is left with nothing.
    expect((await figures('2026-Q2')).lines[2]).to.deep.equal(['303', 95_000, 7_695])
    expect((await recordsOf()).map(([, kind, , tax]) => [kind, tax])).to.deep.equal([
      ['due', 7_695],
      ['declared', -7_695],
      ['declared', 7_695],
    ])
  })
})

describe('a return of a change whose open items were not looked at', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  it('is not filed until they were', async () => {
    const customer = await quiet.newEndCustomer()
    const december = { business_date: '2025-12-10', payload: { document_date: '2025-12-10' } }
    await quiet.post(INVOICES, invoice(customer, december))
    expect(await quiet.work('facts.evaluate')).to.equal(1)
    const change = { end_customer_id: customer, valid_from: '2026-01-01', ...RECEIVED, reason: 'Bewilligung' }
    expect((await quiet.put('/v1/vat-registrations', change)).status).to.equal(202)
    const codeOf = async () => {
      const { status, body } = await quiet.post('/v1/vat-returns/2025-Q4/file', { end_customer_id: customer })
      return [status, (body as unknown as { error: { details: { code: string }[] } }).error.details[0]?.code]
    }
    expect(await codeOf()).to.deep.equal([409, 'vat_transfer_under_way'])
    expect(await quiet.work('vat.transfer')).to.equal(1)
    expect(await codeOf()).to.deep.equal([409, 'return_not_in_order'])
    expect(await quiet.findings(customer)).to.deep.equal([])
  })
})
