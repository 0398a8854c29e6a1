import { expect } from 'chai'
import { findings } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { chf, EXPENSES, expense, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { booked, records } from '../records.ts'
import { newFiler } from './worked-quarter.ts'

/** V81 1,000.00 and 81.00, or the credit note of it. */
const sale = (customer: string, day: string, fields: object = {}, payload: object = {}, sign = 1) =>
  invoice(customer, {
    business_date: day,
    ...fields,
    payload: {
      document_date: day,
      gross_amount: chf(sign * 108_100),
      tax_lines: [taxLine('V81', sign * 100_000, sign * 8_100)],
      ...payload,
    },
  })

/** An error is taken back where the tax of its original counted. */
describe('a reversal for an error', () => {
  const file = async (customer: string, period: string, submission?: string) => {
    const { status, text } = await post(`/v1/vat-returns/${period}/file`, { end_customer_id: customer, submission })
    expect(status, text).to.equal(201)
  }
  const reverse = async (customer: string, id: string, fields: object = {}) => {
    const request = { end_customer_id: customer, reason: 'x', cause: 'error', ...fields }
    const { status, text } = await post(`/v1/source-facts/${id}/reverse`, request, { wait: 10 })
    expect(status, text).to.equal(202)
  }
  /** Base of turnover of the records of a period and of its year's reconciliation. */
  const basesOf = async (customer: string, from: string, to: string) => {
    const { data } = await records(customer, `&from_date=${from}&to_date=${to}`)
    const sumOf = (kind: string) =>
      data.reduce((sum, record) => sum + (record.kind === kind ? record.base_amount.amount_minor : 0), 0)
    return [sumOf('due'), sumOf('due_annually')]
  }
  const q1 = (customer: string) => basesOf(customer, '2026-01-01', '2026-03-31')
  const q2 = (customer: string) => basesOf(customer, '2026-04-01', '2026-06-30')
  const turnoverOf = async (customer: string, period: string, more = '') => {
    const { body } = await get(`/v1/vat-returns/${period}?end_customer_id=${customer}${more}`)
    return there(body.lines.find(({ figure }) => figure === '303')).base_amount?.amount_minor
  }

  it('of tax that was declared in a later period corrects that one, and not the period of the entry', async () => {
    const customer = await newFiler()
    await file(customer, '2026-Q1')
    const { id } = await booked(INVOICES, sale(customer, '2026-03-20', { vat_period: 'current' }))
    await file(customer, '2026-Q2')
    await reverse(customer, id)
    expect([await q1(customer), await q2(customer)]).to.deep.equal([
      [0, 0],
      [0, 0],
    ])
    expect(await turnoverOf(customer, '2026-Q2', '&submission=correction')).to.equal(0)
    const nothing = await post('/v1/vat-returns/2026-Q1/file', { end_customer_id: customer, submission: 'correction' })
    expect(nothing.body).to.have.nested.property('error.details[0].code', 'nothing_to_correct')
    await file(customer, '2026-Q2', 'correction')
    expect(await findings(customer)).to.deep.equal([])
  })

  it('of input tax of a later period corrects that one', async () => {
    const customer = await newFiler()
    await file(customer, '2026-Q1')
    const tax_lines = [taxLine('I81', 100_000, 8_100)]
    const payload = { document_date: '2026-03-20', gross_amount: chf(108_100), tax_lines }
    const bill = expense(customer, { business_date: '2026-03-20', vat_period: 'current', payload })
    const { id } = await booked(EXPENSES, bill)
    expect(await q2(customer)).to.deep.equal([100_000, 0])
    await file(customer, '2026-Q2')
    await reverse(customer, id)
    expect([await q1(customer), await q2(customer)]).to.deep.equal([
      [0, 0],
      [0, 0],
    ])
  })

  it('of tax that no return has yet leaves nothing to declare', async () => {
    const customer = await newFiler()
    await file(customer, '2026-Q1')
    const { id } = await booked(INVOICES, sale(customer, '2026-03-20', { vat_period: 'current' }))
    await reverse(customer, id)
    expect([await q1(customer), await q2(customer), await turnoverOf(customer, '2026-Q2')]).to.deep.equal([
      [0, 0],
      [0, 0],
      0,
    ])
    const later = await booked(INVOICES, sale(customer, '2026-04-10'))
    await reverse(customer, later.id, { posting_date: '2026-07-10' })
    expect(await q2(customer)).to.deep.equal([0, 0])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('of a correction takes it back in the corrected period, whatever was filed since', async () => {
    const customer = await newFiler()
    await booked(INVOICES, sale(customer, '2026-01-10'))
    await file(customer, '2026-Q1')
    const note = sale(customer, '2026-04-10', { cause: 'error' }, { supply_date: '2026-01-10' }, -1)
    const { id } = await booked(INVOICES, note)
    expect(await q1(customer)).to.deep.equal([0, 0])
    await file(customer, '2026-Q1', 'correction')
    await file(customer, '2026-Q2')
    await reverse(customer, id)
    expect([await q1(customer), await q2(customer)]).to.deep.equal([
      [100_000, 0],
      [0, 0],
    ])
  })

  it('of the reconciliation of a year is in the next one, also where the request says correction', async () => {
    const customer = await newFiler()
    for (const period of ['2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4']) await file(customer, period)
    const { id } = await booked(INVOICES, sale(customer, '2025-02-11', { vat_period: 'annual_reconciliation' }))
    await file(customer, '2025', 'annual_reconciliation')
    const year = () => basesOf(customer, '2025-01-01', '2025-12-31')
    expect(await year()).to.deep.equal([0, 100_000])
    await reverse(customer, id)
    expect(await year()).to.deep.equal([0, 0])
    expect(await findings(customer)).to.deep.equal([])
  })
})
