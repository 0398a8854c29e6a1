import { expect } from 'chai'
import { findings, linesOf, refreshTables } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { chf, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { fetchAs } from '../../statements/books-to-show.ts'
import { newFiler } from '../filing/worked-quarter.ts'
import { booked } from '../records.ts'
import { expectSums, pathOf, type Reconciliation, reconciled } from './reconciled.ts'

const QUARTERS = ['2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4']

describe('the yearly reconciliation of what was filed', () => {
  let customer: string
  const sale = (net: number, tax: number, more: object, day = '2025-02-10') => {
    const payload = { document_date: day, gross_amount: chf(net + tax), tax_lines: [taxLine('V81', net, tax)] }
    return booked(INVOICES, invoice(customer, { business_date: day, ...more, payload }))
  }
  const file = async (period: string, submission: string) => {
    const { status, body } = await post(`/v1/vat-returns/${period}/file` as '/v1/vat-returns/{period}/file', {
      end_customer_id: customer,
      submission,
    })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body
  }
  const year = () => reconciled(customer, 'FY2025')
  const notFiled = ({ turnover, tax }: Reconciliation) =>
    [...turnover.steps, ...tax.owed_steps]
      .filter(({ kind }) => kind === 'not_filed')
      .map(({ period, amount }) => [period, amount.amount_minor])

  before(async () => {
    customer = await newFiler()
    await sale(100_000, 8_100, {})
    for (const quarter of QUARTERS) await file(quarter, 'first')
  })

  it('has no difference while the records are those that were filed', async () => {
    const { turnover, tax, returns, is_explained } = await year()
    expect([turnover.figure_200, tax.figure_399, is_explained]).to.deep.equal([chf(100_000), chf(8_100), true])
    expect(notFiled(await year())).to.deep.equal([])
    expect(returns.map(({ period, filing_numbers }) => [period, ...filing_numbers])).to.deep.equal(
      QUARTERS.map((quarter, index) => [quarter, index + 1]),
    )
  })

  it('names a correction that is not filed, until it is', async () => {
    await sale(30_000, 2_430, { vat_period: 'correction' })
    for (const isFolded of [false, true]) {
      if (isFolded) await refreshTables(customer)
      const { turnover, tax, returns } = await year()
      expect([turnover.figure_200, tax.figure_399]).to.deep.equal([chf(100_000), chf(8_100)])
      expect([turnover.in_records.figure_200, tax.in_records.figure_399]).to.deep.equal([chf(130_000), chf(10_530)])
      expect(notFiled(await year())).to.deep.equal([
        ['2025-Q1', -30_000],
        ['2025-Q1', -2_430],
      ])
      const { data } = (await get(there(returns[0]).not_filed.records as '/v1/tax-records')).body
      expect(data.map(({ base_amount }) => base_amount)).to.deep.equal([chf(30_000)])
      await expectSums(await year())
    }
    const csv = await (await fetchAs(pathOf(customer, '&locale=en', 'FY2025'), 'text/csv')).text()
    expect(csv).to.include('Not filed: 2025-Q1').and.to.include('Figure 200 as filed')
    await file('2025-Q1', 'correction')
    expect(notFiled(await year())).to.deep.equal([])
    expect((await year()).turnover.figure_200).to.deep.equal(chf(130_000))
  })

  it('names tax of the reconciliation of the year, until it is filed, as often as there is more', async () => {
    await sale(7, 1, { vat_period: 'annual_reconciliation' })
    expect(notFiled(await year())).to.deep.equal([
      ['2025', -7],
      ['2025', -1],
    ])
    expect((await file('2025', 'annual_reconciliation')).payable_tax).to.deep.equal(chf(1))
    expect(notFiled(await year())).to.deep.equal([])
    // 8.1 % of 0.07 is 0.01 in each of the two; of 0.14 it would be 0.01, too.
    await sale(7, 1, { vat_period: 'annual_reconciliation' })
    expect(notFiled(await year())).to.deep.equal([
      ['2025', -7],
      ['2025', -1],
    ])
    const path = `/v1/vat-returns/2025?end_customer_id=${customer}&submission=annual_reconciliation` as const
    const preview = (await get(path)).body
    expect([preview.filing, preview.payable_tax]).to.deep.equal([null, chf(1)])
    const second = await file('2025', 'annual_reconciliation')
    expect([second.payable_tax, second.added_tax]).to.deep.equal([chf(1), chf(1)])
    expect(await linesOf(second.journal_entry_id)).to.deep.equal([
      ['2200', 1, 0],
      ['2201', 0, 1],
    ])
    expect((await get(path)).body.filing?.filing_number).to.equal(second.filing_number)
    const { turnover, tax, returns } = await year()
    expect([turnover.figure_200, tax.figure_399]).to.deep.equal([chf(130_014), chf(10_532)])
    expect(returns.at(-1)?.filing_numbers).to.have.length(2)
    expect(notFiled(await year())).to.deep.equal([])
    await expectSums(await year())
    const again = await post('/v1/vat-returns/2025/file', {
      end_customer_id: customer,
      submission: 'annual_reconciliation',
    })
    expect(again.status).to.equal(409)
    expect(await findings(customer)).to.deep.equal([])
  })
})
