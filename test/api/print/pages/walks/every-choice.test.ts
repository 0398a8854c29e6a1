import { expect } from 'chai'
import { post } from '../../../../support/client.ts'
import {
  credit,
  debit,
  INVOICES,
  invoice,
  newEndCustomer,
  VOUCHERS,
  voucher,
} from '../../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { rowsIn } from '../../../statements/rows/rows-in-page.ts'
import { newPass, openPage } from '../browser.ts'
import { MOST_CLICKS } from '../clicks-to-evidence.ts'
import { mostClicks } from './every-choice.ts'

const SHEETS = ['or-balance-sheet', 'balance-sheet']
const VIEWS = ['', '&comparison=prior_fiscal_year', '&granularity=quarter']

describe('the way from a balance sheet to the evidence, whatever one follows', () => {
  /** Of one entry in 2020, and of several accounts and both sides in 2025. */
  let old: string
  let both_sides: string
  let pass: string
  before(async () => {
    old = await newEndCustomer()
    both_sides = await newKmuCustomer()
    pass = await newPass([old, both_sides])
    await book(old, '2020-03-01', [debit('1020', 5_000), credit('2800', 5_000)])
    await post(INVOICES, invoice(both_sides, { business_date: '2024-06-30' }), { wait: 10 })
    const credit_note = { customer: { name: 'Kunde AG', customer_external_reference: 'K-2' } }
    const payload = { ...credit_note, gross_amount: { amount_minor: -5_405, currency: 'CHF' } }
    await post(INVOICES, invoice(both_sides, { business_date: '2024-11-30', payload }), { wait: 10 })
    const lines = [debit('1000', 100), debit('1020', 200), debit('1500', 300), credit('2800', 600)]
    await book(both_sides, '2025-04-30', lines)
    await book(both_sides, '2025-05-31', [debit('5000', 70), debit('6500', 30), credit('1020', 100)])
  })

  async function book(end_customer_id: string, business_date: string, lines: readonly object[]) {
    const { body } = await post(VOUCHERS, voucher(end_customer_id, { business_date, payload: { lines } }), { wait: 10 })
    expect(body.state, JSON.stringify(body.blockers)).to.equal('posted')
  }

  async function expectShort(customer: string, fiscal_year_id: string, name: string, view: string) {
    const year = `end_customer_id=${customer}&fiscal_year_id=${fiscal_year_id}`
    const { html, url } = await openPage(`/v1/statements/${name}?${year}${view}`, pass)
    let figures = 0
    for (const { amounts, label } of rowsIn(html))
      for (const [column, { minor, href }] of amounts.entries()) {
        if (minor === 0) continue
        figures += 1
        const most = await mostClicks(url, href ?? expect.fail(`${label} leads nowhere`), column, pass)
        expect(most, `${name}${view} ${label} ${column}`).to.be.at.most(MOST_CLICKS)
      }
    expect(figures).to.be.greaterThan(4)
  }

  for (const name of SHEETS)
    for (const view of VIEWS)
      it(`has at most ${MOST_CLICKS} links: ${name}${view}`, async () => {
        for (const year of ['FY2020', 'FY2023']) await expectShort(old, year, name, view)
        for (const year of ['FY2024', 'FY2025', 'FY2026']) await expectShort(both_sides, year, name, view)
      })

  it('leads from a row without lines in the year straight to the ledger that has them', async () => {
    const year = `end_customer_id=${old}&fiscal_year_id=FY2023&comparison=prior_fiscal_year&granularity=quarter`
    const { html } = await openPage(`/v1/statements/or-balance-sheet?${year}`, pass)
    const hrefs = rowsIn(html)
      .filter(({ text }) => text.includes('2800'))
      .flatMap(({ amounts }) => amounts.map(({ href }) => href))
    expect(hrefs.length).to.equal(6)
    for (const href of hrefs) expect(href).to.include('fiscal_year_id=FY2020').and.not.to.include('to_date')
  })

  it('is no link from what is zero and has no account', async () => {
    const year = `end_customer_id=${old}&fiscal_year_id=FY2023`
    const { html } = await openPage(`/v1/statements/or-balance-sheet?${year}`, pass)
    const none = rowsIn(html).filter(({ label }) => ['Anlagevermögen', 'Finanzanlagen', 'Sachanlagen'].includes(label))
    expect(none.map(({ amounts }) => amounts)).to.deep.equal(Array(3).fill([{ minor: 0, href: undefined }]))
    expect(html.slice(html.indexOf('<tbody>'), html.indexOf('</tbody>'))).not.to.include('trial-balance')
  })
})
