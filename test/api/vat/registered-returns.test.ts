import { expect } from 'chai'
import { schemaErrors } from '../../accounting/vat/ech-0217/validate.ts'
import { get, put } from '../../support/client.ts'
import { newKmuCustomer } from '../../support/requests/kmu-chart.ts'
import { fetchAs } from '../statements/books-to-show.ts'

const UID = 'CHE-116.281.710 MWST'

describe('VAT returns by registration', () => {
  it('follow the registration: activities, received consideration, and a liability that begins within the period', async () => {
    const other = await newKmuCustomer()
    await put(`/v1/end-customers/${other}`, { name: 'Beratung', uid: UID, vat_method: 'not_registered' })
    const activities = [{ activity_id: '10001', rate_bp: 620, text: 'Beratung' }]
    const registration = { method: 'net_tax_rate', consideration: 'received', filing_period: 'half_year', activities }
    const fields = { end_customer_id: other, valid_from: '2026-05-01', ...registration, reason: 'begins' }
    await put('/v1/vat-registrations', fields, { wait: 10 })
    const { body } = await get(`/v1/vat-returns/2026-H1?end_customer_id=${other}`)
    expect([body.period_start, body.period_end, body.method, body.consideration]).to.deep.equal([
      '2026-05-01',
      '2026-06-30',
      'net_tax_rate',
      'received',
    ])
    expect(body.lines.find(({ activity_id }) => activity_id === '10001')).to.include({
      figure: null,
      label: 'Beratung',
      rate_bp: 620,
    })
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
