import { expect } from 'chai'
import { todayInSwitzerland } from '../../../../shared/process/clock.ts'
import { schemaErrors } from '../../../accounting/vat/ech-0217/validate.ts'
import { findings, linesOf } from '../../../support/books.ts'
import { get, post } from '../../../support/client.ts'
import { chf, INVOICES, invoice, taxLine } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'
import { cellsOf, fetchAs } from '../../statements/books-to-show.ts'
import { booked } from '../records.ts'
import { bookQuarter, newFiler } from './worked-quarter.ts'

describe('VAT returns that are filed again', () => {
  let customer: string
  const path = (period: string, more = '') => `/v1/vat-returns/${period}?end_customer_id=${customer}${more}` as const
  const file = (period: string, submission: string) =>
    post(`/v1/vat-returns/${period}/file`, { end_customer_id: customer, submission })
  const codeOf = async (period: string, submission: string) => {
    const { status, body } = await file(period, submission)
    return [status, (body as unknown as { error: { details: { code: string }[] } }).error.details[0]?.code]
  }
  const sale = (net: number, vat_period: string) => {
    const tax = (net * 81) / 1_000
    const payload = { gross_amount: chf(net + tax), tax_lines: [taxLine('V81', net, tax)] }
    return booked(INVOICES, invoice(customer, { business_date: '2026-03-31', vat_period, payload }))
  }
  before(async () => {
    customer = await newFiler()
    await bookQuarter(customer)
  })

  it('are corrected once they are filed, and where something differs', async () => {
    expect(await codeOf('2026-Q1', 'correction')).to.deep.equal([409, 'vat_period_not_filed'])
    expect((await file('2026-Q1', 'first')).status).to.equal(201)
    expect(await codeOf('2026-Q1', 'correction')).to.deep.equal([409, 'nothing_to_correct'])
  })

  it('are of periods that are filed here: an earlier one is filed where the returns before were', async () => {
    for (const submission of ['first', 'correction'] as const) {
      const { status, body } = await file('2025-Q4', submission)
      const { error } = body as unknown as { error: { details: { code: string; message: string }[] } }
      expect([status, error.details[0]?.code]).to.deep.equal([409, 'vat_period_not_filed'])
      expect(error.details[0]?.message).to.include(
        'from 2026-01-01 on, and 2025-Q4 ends on 2025-12-31: file or correct',
      )
    }
  })

  it('have all figures anew as type 2, and transfer what they add', async () => {
    const filed = await (await fetchAs(path('2026-Q1'), 'application/xml')).text()
    await sale(10_000, 'correction')
    expect((await get(path('2026-Q1', '&submission=correction'))).body.payable_tax).to.deep.equal(chf(60_914))
    expect(await (await fetchAs(path('2026-Q1'), 'application/xml')).text()).to.equal(filed)
    const { status, body } = await file('2026-Q1', 'correction')
    expect(status, JSON.stringify(body)).to.equal(201)
    expect([body.payable_tax, body.added_tax]).to.deep.equal([chf(60_914), chf(810)])
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['2200', 810, 0],
      ['2201', 0, 810],
    ])
    for (const [locale, words] of [
      ['de', 'MWST-Abrechnung 2026-Q1 – Korrekturabrechnung'],
      ['fr', 'Décompte TVA 2026-Q1 – Décompte de correction'],
      ['it', 'Rendiconto IVA 2026-Q1 – Rendiconto di correzione'],
      ['en', 'VAT return 2026-Q1 – Correction'],
    ])
      expect(await (await fetchAs(path('2026-Q1', `&locale=${locale}`), 'text/html')).text()).to.include(words)
    const page = await (await fetchAs(path('2026-Q1', '&locale=de'), 'text/html')).text()
    const [year, month, day] = todayInSwitzerland(new Date(body.created_at)).split('-')
    expect(page).to.include(` · Eingereicht, Nr. ${body.filing_number}, ${day}.${month}.${year}`)
    const csv = cellsOf(await (await fetchAs(path('2026-Q1'), 'text/csv')).text())
    expect(new Set(csv.map((cells) => cells.at(-1)))).to.deep.equal(new Set(['submission', 'correction']))
    const xml = await (await fetchAs(path('2026-Q1'), 'application/xml')).text()
    expect(await schemaErrors(xml)).to.deep.equal([])
    expect(xml).to.include('typeOfSubmission>2<').and.to.include('payableTax>609.14<')
    expect(await (await fetchAs(path('2026-Q1', '&filing_number=1'), 'application/xml')).text()).to.equal(filed)
    expect((await get(path('2026-Q1', '&submission=correction&filing_number=1'))).body.filing?.filing_number).to.equal(
      1,
    )
    expect(await findings(customer)).to.deep.equal([])
  })

  it('take back an error with the reversal of its fact, to the Rappen', async () => {
    customer = await newFiler()
    const odd = (net: number, tax: number) =>
      booked(
        INVOICES,
        invoice(customer, { payload: { gross_amount: chf(net + tax), tax_lines: [taxLine('V81', net, tax)] } }),
      )
    for (let time = 0; time < 3; time++) await odd(7, 1)
    const { id } = await odd(33_340, 2_701)
    // 8.1 % of 333.61 is 27.02; the records have 27.04.
    const first = (await file('2026-Q1', 'first')).body
    expect(await linesOf(first.journal_entry_id)).to.deep.equal([
      ['2200', 2_704, 0],
      ['6945', 0, 2],
      ['2201', 0, 2_702],
    ])
    const reversal = { end_customer_id: customer, reason: 'A duplicate', cause: 'error' }
    await post(`/v1/source-facts/${id}/reverse`, reversal, { wait: 10 })
    // 8.1 % of 0.21 is 0.02; the records have 0.03.
    const { status, body } = await file('2026-Q1', 'correction')
    expect(status, JSON.stringify(body)).to.equal(201)
    expect([body.payable_tax, body.added_tax]).to.deep.equal([chf(2), chf(-2_700)])
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['2200', 0, 2_701],
      ['6945', 1, 0],
      ['2201', 2_700, 0],
    ])
    const xml = await (await fetchAs(path('2026-Q1'), 'application/xml')).text()
    expect(await schemaErrors(xml)).to.deep.equal([])
    expect(xml).to.include('totalConsideration>0.21<').and.to.include('payableTax>0.02<')
    expect(await findings(customer)).to.deep.equal([])
  })

  it('have the differences of the year alone as type 3, once all its periods are filed', async () => {
    customer = await newFiler()
    const year = { business_date: '2025-03-31', payload: { document_date: '2025-03-31', gross_amount: chf(10_810) } }
    const lines = { tax_lines: [taxLine('V81', 10_000, 810)] }
    await booked(INVOICES, invoice(customer, { ...year, payload: { ...year.payload, ...lines } }))
    for (const quarter of ['2025-Q1', '2025-Q2', '2025-Q3']) expect((await file(quarter, 'first')).status).to.equal(201)
    expect(await codeOf('2025', 'annual_reconciliation')).to.deep.equal([409, 'vat_period_not_filed'])
    expect((await file('2025-Q4', 'first')).status).to.equal(201)
    expect(await codeOf('2025', 'annual_reconciliation')).to.deep.equal([409, 'nothing_to_correct'])
    const found = { gross_amount: chf(-2_162), tax_lines: [taxLine('V81', -2_000, -162)], document_date: '2025-06-30' }
    const said = { business_date: '2025-06-30', vat_period: 'annual_reconciliation' }
    await booked(INVOICES, invoice(customer, { ...said, payload: found }))
    expect(await codeOf('2025-Q2', 'correction')).to.deep.equal([409, 'nothing_to_correct'])
    const { status, body } = await file('2025', 'annual_reconciliation')
    expect(status, JSON.stringify(body)).to.equal(201)
    expect(body.payable_tax).to.deep.equal(chf(-162))
    const answer = (await get(path('2025', '&submission=annual_reconciliation'))).body
    expect(there(answer.lines.find(({ figure }) => figure === '303')).base_amount).to.deep.equal(chf(-2_000))
    const xml = await (await fetchAs(path('2025', '&submission=annual_reconciliation'), 'application/xml')).text()
    expect(await schemaErrors(xml)).to.deep.equal([])
    expect(xml).to.include('typeOfSubmission>3<').and.to.include('payableTax>-1.62<')
    expect(await linesOf(body.journal_entry_id)).to.deep.equal([
      ['2200', 0, 162],
      ['2201', 162, 0],
    ])
    const days = { due_with: '2026-Q2', day_180: '2026-06-29', day_240: '2026-08-28' }
    expect(answer.reconciliation).to.deep.equal(days)
    expect((await get(path('2025-Q1'))).body).not.to.have.property('reconciliation')
    expect(await findings(customer)).to.deep.equal([])
  })
})
