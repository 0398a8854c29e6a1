import { expect } from 'chai'
import { schemaErrors } from '../../../accounting/vat/ech-0217/validate.ts'
import { codesOf, findings } from '../../../support/books.ts'
import { put } from '../../../support/client.ts'
import { taxLine } from '../../../support/requests/examples.ts'
import { fetchAs } from '../../statements/books-to-show.ts'
import { filer } from '../changed-method/filer.ts'
import { reconciled } from '../reconciliation/reconciled.ts'
import { EFFECTIVE, NET_RATE } from '../register.ts'

const ANNUAL = '&submission=annual_reconciliation'
const PERIODS = ['2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4', '2026-Q1', '2026-Q2']

describe('the reconciliation of a business year that ends in June', () => {
  async function books() {
    const of = await filer([['2025-01-01', EFFECTIVE]])
    for (const [id, start_date, end_date] of [
      ['FY2026', '2025-07-01', '2026-06-30'],
      ['FY2025', '2024-07-01', '2025-06-30'],
    ] as const) {
      const year = { end_customer_id: of.customer, start_date, end_date }
      const { status, text } = await put(`/v1/fiscal-years/${id}`, year, { wait: 10 })
      expect(status, text).to.equal(202)
    }
    const sold = async (day: string, net: number, more: object = {}) => {
      const tax = (net * 81) / 1_000
      expect(codesOf(await of.invoiced(day, net + tax, [taxLine('V81', net, tax)], {}, more))).to.deep.equal([])
    }
    for (const day of ['2025-03-31', '2025-08-31', '2026-02-28']) await sold(day, 100_000)
    for (const period of PERIODS) expect((await of.file(period)).status).to.equal(201)
    return { ...of, sold }
  }

  it('has its days, and those of no other, with the two days that the law counts from its end', async () => {
    const { customer, sold, returnOf, figures, file } = await books()
    const said = { vat_period: 'annual_reconciliation' }
    // 20.00 too much in August and 10.00 in February belong to 2026; 30.00 in March to 2025.
    await sold('2025-08-31', -2_000, said)
    await sold('2026-02-28', -1_000, said)
    await sold('2025-03-31', -3_000, said)
    const { period_start, period_end, reconciliation } = await returnOf('2026', ANNUAL)
    expect([period_start, period_end]).to.deep.equal(['2025-07-01', '2026-06-30'])
    expect(reconciliation).to.deep.equal({ day_180: '2026-12-27', due_with: '2026-Q4', day_240: '2027-02-25' })
    expect(await figures('2026', ANNUAL)).to.deep.include(['303', -3_000, -243])
    const before = await returnOf('2025', ANNUAL)
    // The liability began on 1 January.
    expect([before.period_end, before.reconciliation?.day_180]).to.deep.equal(['2025-06-30', '2025-12-27'])
    expect(await figures('2025', ANNUAL)).to.deep.include(['303', -3_000, -243])
    const { steps } = (await reconciled(customer, 'FY2026')).turnover
    expect(steps.at(-1)).to.deep.include({ kind: 'not_filed', period: '2026' })
    expect(await file('2026', 'annual_reconciliation')).to.deep.include({ status: 201, payable: -243 })
    const path = `/v1/vat-returns/2026?end_customer_id=${customer}${ANNUAL}` as const
    const xml = await (await fetchAs(path, 'application/xml')).text()
    expect(await schemaErrors(xml)).to.deep.equal([])
    expect(xml)
      .to.include('reportingPeriodFrom>2025-07-01<')
      .and.to.include('reportingPeriodTill>2026-06-30<')
      .and.to.include('typeOfSubmission>3<')
    const year = await reconciled(customer, 'FY2026')
    expect(year.turnover.steps.filter(({ kind }) => kind === 'not_filed')).to.deep.equal([])
    expect(year.is_explained).to.equal(true)
    expect(await file('2025', 'annual_reconciliation')).to.deep.include({ status: 201, payable: -243 })
    expect((await file('2026', 'annual_reconciliation')).codes).to.deep.equal(['nothing_to_correct'])
    expect(await findings(customer)).to.deep.equal([])
  })

  it('names another way where the method changes within it', async () => {
    const { returnOf } = await filer([
      ['2025-01-01', NET_RATE],
      ['2026-01-01', EFFECTIVE],
    ]).then(async (of) => {
      const year = { end_customer_id: of.customer, start_date: '2025-07-01', end_date: '2026-06-30' }
      const { status, text } = await put('/v1/fiscal-years/FY2026', year, { wait: 10 })
      expect(status, text).to.equal(202)
      return of
    })
    const { checks, can_be_filed } = await returnOf('2026', ANNUAL)
    const found = checks.find(({ code }) => code === 'one_registration')?.findings
    expect([can_be_filed, found?.[0]?.remedy]).to.deep.equal([
      false,
      'One file has one method: correct the periods of the errors, with vat_period correction.',
    ])
  })
})
