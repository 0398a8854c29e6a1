import { expect } from 'chai'
import { eventually } from '../../../support/books.ts'
import { get, post, put } from '../../../support/client.ts'
import { bookExpense } from '../../../support/requests/book-expense.ts'
import {
  ACCOUNTS,
  chart,
  credit,
  debit,
  newEndCustomer,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'
import { newPass, openPage } from './browser.ts'

/** Turns what stands behind it round; the last sign closes what a browser has opened around the name. */
const NAME = 'Muster \u202EGA\u2069'
/** Letters from right to left, a sign that numbers follow them, and what would go on turning in a paragraph of its own. */
const TURNING = '\u05d0\u05d1 \u061c12\u2069\u2029\u202e'
const CLEARING = { account_code: '1099', account_type: 'asset' }
/** As it is shown: what is turned ends with the name. */
const SHOWN = '<bdi>Muster \u202EGA</bdi>'
const SIGNS = /[\u0590-\u08ff\u202A-\u202E\u2066-\u2069]/

describe('a name that turns the text round', () => {
  let customer: string
  let pass: string
  before(async () => {
    customer = await newEndCustomer()
    pass = await newPass([customer])
    await put(`/v1/end-customers/${customer}`, { name: NAME })
    await bookExpense(customer, { payload: { supplier: { name: NAME, supplier_external_reference: 'S-1' } } })
    await eventually(async () => (await get(`/v1/end-customers/${customer}`)).body.name === NAME)
  })

  it('turns no date behind it in the heading of a statement', async () => {
    const query = `end_customer_id=${customer}&fiscal_year_id=FY2026`
    const { html } = await openPage(`/v1/statements/or-balance-sheet?${query}`, pass)
    expect(html).to.include(`<p class="subtitle">${SHOWN} · 01.01.2026 – 31.12.2026 · CHF</p>`)
    expectIsolated(html)
  })

  it('stands by itself in the heading and in the members of a page', async () => {
    const { html } = await openPage(`/v1/end-customers/${customer}`, pass)
    expect(html).to.include(`<h1>Mandant: ${SHOWN}</h1>`).and.include(`<dd>${SHOWN}</dd>`)
    expectIsolated(html)
  })

  it('stands by itself in the cells of lists', async () => {
    for (const path of ['supplier-payables', 'journal-entries']) {
      const { html } = await openPage(`/v1/${path}?end_customer_id=${customer}`, pass)
      expect(html, path).to.match(/<bdi>[^<]*Muster \u202EGA[^<]*<\/bdi>/)
      expectIsolated(html)
    }
  })

  it('is not asked of names as they usually are', async () => {
    const { html } = await openPage(`/v1/accounts?end_customer_id=${customer}`, pass)
    expect(html).not.to.include('<bdi>')
  })

  it('turns no amount behind it in a note', async () => {
    await put('/v1/accounts', chart(customer, '2020-01-01', [...ACCOUNTS, { ...CLEARING, account_name: TURNING }]))
    const lines = [debit('1099', 19_000), credit('1020', 19_000)]
    await post(VOUCHERS, voucher(customer, { payload: { lines } }), { wait: 10 })
    const query = `end_customer_id=${customer}&fiscal_year_id=FY2026`
    const { html } = await openPage(`/v1/statements/trial-balance?${query}`, pass)
    expect(html).to.match(
      /<p>Durchlaufkonto mit Saldo: 1099 \u2068\u05d0\u05d1 \u061c12 \u202e\u2069, <a href="[^"]+">190\.00<\/a><\/p>/,
    )
    expectIsolated(html)
  })

  /** Titles and notes have no markup, but signs that open and close what stands by itself. */
  function expectIsolated(html: string): void {
    const outside = html.replaceAll(/<bdi>[^<]*<\/bdi>/g, '').replaceAll(/\u2068[^\u2066-\u2069\u2029\n]*\u2069/g, '')
    expect(SIGNS.test(outside), outside).to.equal(false)
  }
})
