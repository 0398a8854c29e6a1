import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { firstOf, get, itemsOf, post, put } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
} from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booksOfReceived } from './books-of-received.ts'

const ADVANCE = { revenue_category: 'advance' }
/** 5'000.00 at 7.7 % of 2023; the supply is one of 2024, at 8.1 %. */
const TAKEN_OFF = taxLine('V77', -500_000, -38_500, { ...ADVANCE, supply_date: '2023-12-31' })

/**
 * Setting an advance off is a payment, on the day of the document: the tax of the advance comes back, and what it has paid of the supply is
 * taxed at the rate of the supply. 5'385.00 at 8.1 % are 4'981.50 and 403.50.
 */
describe('a final invoice that takes an advance off, under received consideration', () => {
  const { customer, booked, undo, figures, settle } = booksOfReceived()
  beforeEach(async () => {
    const mappings = [
      { mapping_key: 'posting.revenue.category.advance', account_code: '2030', valid_from: '2020-01-01' },
      { mapping_key: 'posting.expense.category.advance', account_code: '1192', valid_from: '2020-01-01' },
    ]
    await put('/v1/account-mappings', { end_customer_id: customer(), mappings }, { wait: 10 })
  })
  const invoiced = async (day: string, gross: number, tax_lines: object[], more: object = {}) => {
    const payload = { document_date: day, gross_amount: chf(gross), tax_lines, ...more }
    const { body } = await post(INVOICES, invoice(customer(), { business_date: day, payload }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const items = await itemsOf('documents', customer(), `&source_fact_id=${body.id}`)
    return { fact: body, owed: there(items.find(({ kind }) => kind === 'receivable')) }
  }
  const paid = async (day: string, document_id: string, amount: number, deductions: object[] = []) => {
    const line = { document_id, amount: chf(amount), ...(deductions.length > 0 && { deductions }) }
    const account = amount === 0 ? { reason: 'x' } : { account_code: '1000' }
    const request = { end_customer_id: customer(), posting_date: day, lines: [line], ...account }
    const { status, body } = await post('/v1/allocations', request as never, { wait: 10 })
    expect([status, body.state], JSON.stringify(body)).to.deep.equal([201, 'posted'])
    return body
  }
  const advance = async () => {
    const { owed } = await invoiced('2023-12-10', 538_500, [taxLine('V77', 500_000, 38_500, ADVANCE)])
    await paid('2023-12-20', owed.id, 538_500)
  }
  const final = () => invoiced('2024-05-10', 542_500, [taxLine('V81', 1_000_000, 81_000), TAKEN_OFF])
  const payable = async (period: string) =>
    (await get(`/v1/vat-returns/${period}?end_customer_id=${customer()}`)).body.payable_tax.amount_minor
  const linesOf = async (period: string) =>
    (await figures(period)).lines.filter(([figure]) => /^30/.test(String(figure)))

  it('makes everything due on its own day where the advance has paid all of it', async () => {
    await advance()
    const payload = { document_date: '2024-05-10', gross_amount: chf(0) }
    const tax_lines = [taxLine('V81', 498_150, 40_350), TAKEN_OFF]
    const request = invoice(customer(), { business_date: '2024-05-10', payload: { ...payload, tax_lines } })
    const { body } = await post(INVOICES, request, { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
    const ofFinal = [
      ['302', -500_000, -38_500],
      ['303', 498_150, 40_350],
    ]
    expect(await linesOf('2024-Q2')).to.deep.equal(ofFinal)
    expect((await figures('2024-Q2')).not_due).to.deep.equal([])
    await undo(`/v1/source-facts/${body.id}`)
    expect(await linesOf('2024-Q2')).to.deep.equal([])
  })

  it('brings the advance to the rate of the supply on its own day, and the rest with its payment', async () => {
    await advance()
    const { owed } = await final()
    expect(await payable('2023-Q4')).to.equal(38_500)
    const ofFinal = [
      ['302', -500_000, -38_500],
      ['303', 498_150, 40_350],
    ]
    expect(await linesOf('2024-Q2')).to.deep.equal(ofFinal)
    expect((await figures('2024-Q2')).not_due).to.deep.equal([['V81', 501_850, 40_650]])
    await paid('2024-07-10', owed.id, 271_250)
    expect(await linesOf('2024-Q3')).to.deep.equal([['303', 250_925, 20_325]])
    await paid('2024-10-10', owed.id, 271_250)
    expect(await linesOf('2024-Q4')).to.deep.equal([['303', 250_925, 20_325]])
    const all = await Promise.all(['2023-Q4', '2024-Q2', '2024-Q3', '2024-Q4'].map(payable))
    expect(all.reduce((sum, minor) => sum + minor, 0)).to.equal(81_000)
  })

  it('owes 403.50 in all where the rest is lost, and 385.00 where the invoice is reversed', async () => {
    await advance()
    const lost = await final()
    await paid('2024-09-10', lost.owed.id, 0, [{ type: 'write_off', amount: chf(542_500) }])
    expect([await payable('2024-Q2'), await payable('2024-Q3')]).to.deep.equal([1_850, 0])
    expect((await figures('2024-Q3')).not_due).to.deep.equal([])
    const again = await final()
    expect((await undo(`/v1/source-facts/${again.fact.id}`)).status).to.equal(202)
    expect(await payable('2024-Q2')).to.equal(1_850)
  })

  it('gives a discount of the rest from the rest alone, and a credit note all of it', async () => {
    await advance()
    const { owed } = await final()
    await paid('2024-07-10', owed.id, 488_250, [{ type: 'discount', amount: chf(54_250) }])
    expect(await linesOf('2024-Q3')).to.deep.equal([['303', 451_665, 36_585]])
    await invoiced(
      '2024-10-10',
      -542_500,
      [taxLine('V81', -1_000_000, -81_000), taxLine('V77', 500_000, 38_500, { ...ADVANCE, supply_date: '2023-12-31' })],
      { supply_date: '2024-05-10' },
    )
    expect(await linesOf('2024-Q4')).to.deep.equal([
      ['302', 500_000, 38_500],
      ['303', -498_150, -40_350],
    ])
  })

  it('takes several rates pro rata, and ends with their tax to the Rappen', async () => {
    const { owed } = await invoiced('2024-05-10', 107_020, [
      taxLine('V81', 103_400, 8_375),
      taxLine('V26', 27_834, 724),
      taxLine('V81', -30_835, -2_498, ADVANCE),
      taxLine('NONE', 20, 0),
    ])
    await paid('2024-05-11', owed.id, 33_333)
    await paid('2024-05-12', owed.id, 33_334)
    await paid('2024-05-13', owed.id, 40_353)
    const { body } = await get(`/v1/tax-records?end_customer_id=${customer()}&limit=100`)
    const sumOf = (code: string) =>
      body.data
        .filter(({ tax_code, kind }) => tax_code === code && kind !== 'not_due')
        .reduce((sum, { tax_amount }) => sum + tax_amount.amount_minor, 0)
    expect([sumOf('V81'), sumOf('V26')]).to.deep.equal([8_375 - 2_498, 724])
  })

  it('does the same as a voucher, whose lines keep their places', async () => {
    const PARTNER = { partner: { name: 'Kundin GmbH' } }
    const of = { business_date: '2023-12-15' }
    const opened = await booked(
      [
        debit('1000', 53_850),
        credit('2030', 50_000, { open_item: { new: PARTNER } }),
        credit('2200', 3_850, { tax_code: 'V77', tax_base: chf(50_000) }),
      ],
      of,
      { document_date: '2023-12-15' },
    )
    const item = await firstOf('documents', customer(), `&source_fact_id=${opened.id}`)
    const fact = await booked(
      [
        credit('2200', 8_100, { tax_code: 'V81', tax_base: chf(100_000) }),
        debit('1100', 54_250, { open_item: { new: PARTNER } }),
        debit('2030', 50_000, { open_item: { document_id: item.id, purpose: 'set_off' } }),
        debit('2200', 3_850, { tax_code: 'VS77', tax_base: chf(50_000), supply_date: '2023-12-31' }),
        credit('3400', 100_000),
      ],
      { business_date: '2024-02-15' },
      { document_date: '2024-02-15' },
    )
    expect(fact.state, JSON.stringify(fact.blockers)).to.equal('posted')
    expect([await payable('2023-Q4'), await payable('2024-Q1')]).to.deep.equal([3_850, 185])
    const receivable = there(
      (await itemsOf('documents', customer(), `&source_fact_id=${fact.id}`)).find(({ kind }) => kind === 'receivable'),
    )
    await paid('2024-04-10', receivable.id, 54_250)
    expect(await payable('2024-Q2')).to.equal(4_065)
    expect(await findings(customer())).to.deep.equal([])
  })

  it('deducts the tax of what an advance to a supplier has paid on the day of the final invoice', async () => {
    const billed = async (day: string, gross: number, tax_lines: object[]) => {
      const payload = { document_date: day, gross_amount: chf(gross), tax_lines }
      const { body } = await post(EXPENSES, expense(customer(), { business_date: day, payload }), { wait: 10 })
      expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
      const items = await itemsOf('supplier-payables', customer(), `&source_fact_id=${body.id}`)
      return there(items.find(({ kind }) => kind === 'payable'))
    }
    const asked = await billed('2023-12-10', 53_850, [taxLine('I77', 50_000, 3_850, { expense_category: 'advance' })])
    await settle(asked.id, 53_850, { settlement_date: '2023-12-20', account_code: '1000' })
    await billed('2024-05-10', 54_250, [
      taxLine('I81', 100_000, 8_100),
      taxLine('I77', -50_000, -3_850, { expense_category: 'advance', supply_date: '2023-12-31' }),
    ])
    expect([await payable('2023-Q4'), await payable('2024-Q2')]).to.deep.equal([-3_850, -185])
  })
})
