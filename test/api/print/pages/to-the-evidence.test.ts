import { expect } from 'chai'
import { post } from '../../../support/client.ts'
import { bookExpense } from '../../../support/requests/book-expense.ts'
import { INVOICES, invoice, newEndCustomer } from '../../../support/requests/examples.ts'
import { newPass, openPage } from './browser.ts'
import { clicksToEvidence, MOST_CLICKS } from './clicks-to-evidence.ts'

describe('the way to the evidence', () => {
  let customer: string
  let pass: string
  before(async () => {
    customer = await newEndCustomer()
    pass = await newPass([customer])
    const before = { business_date: '2025-03-15', payload: { document_date: '2025-03-14' } }
    await Promise.all([
      bookExpense(customer),
      bookExpense(customer, before),
      post(INVOICES, invoice(customer), { wait: 10 }),
    ])
  })

  for (const statement of ['or-balance-sheet', 'balance-sheet', 'or-income-statement'])
    it(`is at most ${MOST_CLICKS} links long from every figure: ${statement}`, async () => {
      const sheet = await openPage(
        `/v1/statements/${statement}?end_customer_id=${customer}&fiscal_year_id=FY2026`,
        pass,
      )
      // Of each cell: where it leads, and what it says.
      const figures = [...sheet.html.matchAll(/<td class="amount">(?:<a href="([^"]+)">)?(-?[\d']+\.\d\d)/g)]
      const moved = figures.filter(([, , amount]) => amount !== '0.00')
      expect(moved.length).to.be.greaterThan(2)
      expect(moved.filter(([, href]) => href === undefined).map(([, , amount]) => amount)).to.deep.equal([])
      for (const target of new Set(moved.map(([, href = '']) => href.replaceAll('&amp;', '&'))))
        expect(await clicksToEvidence(new URL(target, sheet.url).href, pass), target).to.be.at.most(MOST_CLICKS)
    })

  for (const statement of ['or-balance-sheet', 'or-income-statement', 'trial-balance'])
    it(`leads from figures of the year before by the books of that year: ${statement}`, async () => {
      const year = `end_customer_id=${customer}&fiscal_year_id=FY2026&comparison=prior_fiscal_year`
      const { html, url } = await openPage(`/v1/statements/${statement}?${year}`, pass)
      const rows = [...html.matchAll(/<tr class="[^>]+>.*<\/tr>/g)].map(([row]) => row)
      const last = rows.map((row) => /.*<td class="amount">(?:<a href="([^"]+)">)?(-?[\d']+\.\d\d)/.exec(row))
      // Sums lead to rows of the page, which add up to them.
      const prior = last.filter((cell) => cell?.[2] !== '0.00' && !cell?.[1]?.startsWith('#'))
      expect(prior.length).to.be.greaterThan(1)
      for (const target of new Set(prior.map((cell) => (cell?.[1] ?? '').replaceAll('&amp;', '&')))) {
        expect(target).to.include('fiscal_year_id=FY2025')
        expect(await clicksToEvidence(new URL(target, url).href, pass), target).to.be.at.most(MOST_CLICKS)
      }
    })
})
