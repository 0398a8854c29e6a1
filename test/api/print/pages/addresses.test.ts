import { expect } from 'chai'
import { shownValue } from '../../../../api/print/pages/shown-value.ts'
import { post } from '../../../support/client.ts'
import { INVOICES, invoice, newEndCustomer } from '../../../support/requests/examples.ts'
import { linksOf, newPass, openPage } from './browser.ts'

describe('addresses of other reads in an answer', () => {
  const context = { root: '../', locale: 'fr', end_customer_id: 'c' } as const

  it('are links with the name of their member', () => {
    expect(shownValue('vat_return', '/v1/vat-returns/2026-Q1?a=1&filing_number=2', context)).to.equal(
      '<a href="../vat-returns/2026-Q1?a=1&amp;filing_number=2">Décompte TVA</a>',
    )
    expect(shownValue('look_at', ['/v1/payments?a=1'], context)).to.include('href="../payments?a=1"')
  })

  it('are none where somebody has written them', () => {
    for (const [name, text] of [
      ['description', '/v1/payments?a=1'],
      ['records', '//example.com/'],
      ['entries', 'javascript:alert(1)'],
    ] as const)
      expect(shownValue(name, text, context)).to.equal(text)
  })

  it('lead from an entry to the filed returns', () => {
    const id = `vatf_${'0'.repeat(26)}`
    expect(shownValue('id', id, context)).to.equal(`<a href="../vat-filings?end_customer_id=c">${id}</a>`)
  })

  it('lead from the amounts of the reconciliation of VAT to their entries, and on to the fact', async () => {
    const customer = await newEndCustomer()
    const pass = await newPass([customer])
    await post(INVOICES, invoice(customer), { wait: 10 })
    const year = `end_customer_id=${customer}&fiscal_year_id=FY2026`
    const page = await openPage(`/v1/statements/vat-reconciliation?${year}`, pass)
    const [entries = ''] = linksOf(page).filter((link) => link.includes('/vat-reconciliation/entries?'))
    const listed = await openPage(entries, pass)
    expect(listed.status, entries).to.equal(200)
    expect(linksOf(listed).some((link) => link.includes('/journal-entries/je_'))).to.equal(true)
  })
})
