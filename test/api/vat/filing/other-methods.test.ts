import { expect } from 'chai'
import { schemaErrors } from '../../../accounting/vat/ech-0217/validate.ts'
import { bankEntry } from '../../../camt053/messages.ts'
import { linesOf } from '../../../support/books.ts'
import { firstOf, get, post, put } from '../../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { fetchAs } from '../../statements/books-to-show.ts'
import { booksOfReceived } from '../received/books-of-received.ts'
import { booked } from '../records.ts'
import { EFFECTIVE, NET_RATE } from '../register.ts'
import { UID } from './worked-quarter.ts'

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
const on = (day: string) => ({ document_date: day, supply_date: day })

/** Returns of 2025 that are filed, corrected and reconciled. */
function filedBooks(registration: object) {
  const books = booksOfReceived(registration)
  const { customer } = books
  beforeEach(() => put(`/v1/end-customers/${customer()}`, { name: 'Meier', uid: UID }))
  const file = async (period: string, submission: string) => {
    const { status, body } = await post(
      `/v1/vat-returns/${period}/file` as '/v1/vat-returns/{period}/file',
      { end_customer_id: customer(), submission } as never,
    )
    expect(status, JSON.stringify(body)).to.equal(201)
    const path = `/v1/vat-returns/${period}?end_customer_id=${customer()}&submission=${submission}` as const
    const xml = await (await fetchAs(path, 'application/xml')).text()
    expect(await schemaErrors(xml)).to.deep.equal([])
    const minor = [body.payable_tax.amount_minor, body.added_tax.amount_minor]
    return { minor, entry: body.journal_entry_id ? await linesOf(body.journal_entry_id) : null, xml }
  }
  return { ...books, file }
}

describe('types 2 and 3 under the net tax rate method', () => {
  const { customer, file } = filedBooks(NET_RATE)
  const sale = (day: string, net: number, more: object = {}) => {
    const tax = (net * 81) / 1_000
    const payload = { ...on(day), gross_amount: chf(net + tax), tax_lines: [taxLine('V81', net, tax)] }
    return booked(INVOICES, invoice(customer(), { business_date: day, ...more, payload }))
  }

  it('have all figures of the half-year anew, and the differences of the year alone', async () => {
    await sale('2025-02-10', 100_000)
    // 1'081.00 at 6.2 %
    expect(await file('2025-H1', 'first').then(({ minor, entry }) => [minor, entry])).to.deep.equal([
      [6_702, 6_702],
      [
        ['3809', 6_702, 0],
        ['2201', 0, 6_702],
      ],
    ])
    await sale('2025-03-10', 10_000, { vat_period: 'correction' })
    // 1'189.10 at 6.2 % is 73.72
    const corrected = await file('2025-H1', 'correction')
    expect([corrected.minor, corrected.entry]).to.deep.equal([
      [7_372, 670],
      [
        ['3809', 670, 0],
        ['2201', 0, 670],
      ],
    ])
    expect(corrected.xml).to.include('typeOfSubmission>2<').and.to.include('turnover>1189.10<')
    expect((await file('2025-H2', 'first')).minor).to.deep.equal([0, 0])
    await sale('2025-05-05', 5_000, { vat_period: 'annual_reconciliation' })
    // 54.05 at 6.2 % is 3.35
    const reconciled = await file('2025', 'annual_reconciliation')
    expect([reconciled.minor, reconciled.entry]).to.deep.equal([
      [335, 335],
      [
        ['3809', 335, 0],
        ['2201', 0, 335],
      ],
    ])
    expect(reconciled.xml).to.include('typeOfSubmission>3<').and.to.include('turnover>54.05<')
  })
})

describe('types 2 and 3 under received consideration', () => {
  const { customer, received, allocate, settle, file } = filedBooks({
    ...EFFECTIVE,
    consideration: 'received',
  })

  it('have payments that were found later, of sales in euro and of payables', async () => {
    const rates = [{ currency: 'EUR', rate: '0.95', rate_date: '2025-01-01' }]
    await put('/v1/exchange-rates', { end_customer_id: customer(), rates })
    const day = { business_date: '2025-01-15' }
    const sold = async (payload: object) => {
      const of = { ...on('2025-01-15'), gross_amount: chf(108_100), ...payload }
      const { id } = await booked(INVOICES, invoice(customer(), { ...day, payload: of }))
      return firstOf('documents', customer(), `&source_fact_id=${id}`)
    }
    const sale = await sold({ tax_lines: [taxLine('V81', 100_000, 8_100)] })
    const inEuro = [{ tax_code: 'V81', net_amount: eur(100_000), tax_amount: eur(8_100) }]
    const abroad = await sold({ currency: 'EUR', gross_amount: eur(108_100), tax_lines: inEuro })
    const due = { ...on('2025-01-15'), gross_amount: chf(54_050), tax_lines: [taxLine('I81', 50_000, 4_050)] }
    const { id: purchase } = await booked(EXPENSES, expense(customer(), { ...day, payload: due }))
    const bill = await firstOf('supplier-payables', customer(), `&source_fact_id=${purchase}`)
    const payment = await received(bankEntry({ amount: '1081.00' }))
    await allocate(payment.id, [[sale.id, 54_050]], { posting_date: '2025-02-20' })
    expect((await file('2025-Q1', 'first')).minor).to.deep.equal([4_050, 4_050])
    const found = await received(bankEntry({ amount: '1081.00', currency: 'EUR' }))
    const lines = [{ document_id: abroad.id, amount: eur(108_100) }]
    const request = { end_customer_id: customer(), payment_id: found.id, lines, posting_date: '2025-03-20' }
    const { body } = await post('/v1/allocations', { ...request, vat_period: 'correction' }, { wait: 10 })
    expect(body.state, JSON.stringify(body)).to.equal('posted')
    // 950.00 in francs, its tax 76.95; with the half of the sale 1'450.00, at 8.1 % 117.45
    const corrected = await file('2025-Q1', 'correction')
    expect([corrected.minor, corrected.entry]).to.deep.equal([
      [11_745, 7_695],
      [
        ['2200', 7_695, 0],
        ['2201', 0, 7_695],
      ],
    ])
    for (const quarter of ['2025-Q2', '2025-Q3', '2025-Q4'])
      expect((await file(quarter, 'first')).minor).to.deep.equal([0, 0])
    const settled = await settle(bill.id, 54_050, {
      settlement_date: '2025-06-10',
      vat_period: 'annual_reconciliation',
    })
    expect(settled.body.state, JSON.stringify(settled.body)).to.equal('posted')
    const reconciled = await file('2025', 'annual_reconciliation')
    expect([reconciled.minor, reconciled.entry]).to.deep.equal([
      [-4_050, -4_050],
      [
        ['1171', 0, 4_050],
        ['2201', 4_050, 0],
      ],
    ])
    const { body: answer } = await get(`/v1/vat-returns/2025-Q4?end_customer_id=${customer()}&filing_number=5`)
    const left = answer.tax_not_due?.codes.map(({ tax_code, tax_amount }) => [tax_code, tax_amount.amount_minor])
    // As it was filed: half of the sale, and the bill.
    expect(left).to.deep.equal([
      ['I81', 4_050],
      ['V81', 4_050],
    ])
  })
})
