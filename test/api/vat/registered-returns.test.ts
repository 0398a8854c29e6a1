import { expect } from 'chai'
import { schemaErrors } from '../../accounting/vat/ech-0217/validate.ts'
import { get, put } from '../../support/client.ts'
import { chf, INVOICES, invoice, taxLine } from '../../support/requests/examples.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { fetchAs } from '../statements/books-to-show.ts'
import { booked } from './records.ts'

const ON_THE_DAY = { document_date: '2026-05-20', supply_date: '2026-05-20' }
const UID = 'CHE-116.281.710 MWST'

describe('VAT returns by registration', () => {
  it('follow the registration: activities, and a liability that begins within the period', async () => {
    const other = await newKmuCustomer()
    await put(`/v1/end-customers/${other}`, { name: 'Beratung', uid: UID, vat_method: 'not_registered' })
    const activities = [{ activity_id: '10001', rate_bp: 620, text: 'Beratung' }]
    const registration = { method: 'net_tax_rate', consideration: 'agreed', filing_period: 'half_year', activities }
    const fields = { end_customer_id: other, valid_from: '2026-05-01', ...registration, reason: 'begins' }
    await put('/v1/vat-registrations', fields, { wait: 10 })
    const sale = { gross_amount: chf(10_810), tax_lines: [taxLine('V81', 10_000, 810, { activity_id: '10001' })] }
    await booked(INVOICES, invoice(other, { business_date: '2026-05-20', payload: { ...sale, ...ON_THE_DAY } }))
    const { body } = await get(`/v1/vat-returns/2026-H1?end_customer_id=${other}`)
    expect([body.period_start, body.period_end, body.method, body.consideration]).to.deep.equal([
      '2026-05-01',
      '2026-06-30',
      'net_tax_rate',
      'agreed',
    ])
    expect(body.lines.find(({ activity_id }) => activity_id === '10001')).to.deep.include({
      figure: null,
      label: 'Beratung',
      rate_bp: 620,
      base_amount: chf(10_810),
      tax_amount: chf(670),
    })
    expect(body.tie.steps.map(({ kind, amount }) => [kind, amount.amount_minor])).to.deep.equal([
      ['payable_tax', 670],
      ['net_tax_rate', -670],
    ])
    const file = await fetchAs(`/v1/vat-returns/2026-H1?end_customer_id=${other}`, 'application/xml')
    expect(await schemaErrors(await file.text())).to.deep.equal([])
    expect((await get(`/v1/vat-returns/2026-Q1?end_customer_id=${other}`)).status).to.equal(404)
  })

  it('are not there for other names of periods, and for somebody who is not registered', async () => {
    const customer = await newKmuCustomer()
    for (const name of ['2026-Q5', '2026-13', 'x', '2026-Q1-1'])
      expect((await get(`/v1/vat-returns/${name}?end_customer_id=${customer}`)).status, name).to.equal(404)
    const other = await newKmuCustomer()
    await put(`/v1/end-customers/${other}`, { vat_method: 'not_registered' })
    const { status, body } = await get(`/v1/vat-returns/2026-Q1?end_customer_id=${other}`)
    expect([status, body.error.message]).to.deep.equal([404, 'The end customer is not registered for VAT in 2026-Q1.'])
  })
})
