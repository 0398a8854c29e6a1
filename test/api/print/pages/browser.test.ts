import { expect } from 'chai'
import { camt053Message } from '../../../camt053/messages.ts'
import { balanceSheet, eventually } from '../../../support/books.ts'
import { get, post, put, upload } from '../../../support/client.ts'
import { bookExpense } from '../../../support/requests/book-expense.ts'
import { INVOICES, invoice, newEndCustomer } from '../../../support/requests/examples.ts'
import { newPage, newPass } from './browser.ts'
import { type BrowserPage, type Chromium, openChromium, sizeOfPaper, violationsIn, WCAG } from './chromium.ts'

/** Of whatever the table of a statement prints. */
const SMALLEST_PT = `Math.min(...[...document.querySelectorAll('.wide th, .wide td')]
  .filter((cell) => cell.offsetParent !== null)
  .flatMap((cell) => [getComputedStyle(cell), getComputedStyle(cell, '::before')])
  .map(({ fontSize }) => parseFloat(fontSize) * 0.75))`
/** Amounts that stand neither under the heading of their column nor under its name. */
const UNNAMED = `[...document.querySelectorAll('.wide td.amount')].filter((cell) =>
  document.querySelector('.wide thead').offsetHeight === 0 && !/[^"]/.test(getComputedStyle(cell, '::before').content)).length`

describe('pages in a real browser', function () {
  this.timeout(120_000)
  let chromium: Chromium
  let page: BrowserPage
  let customer: string

  before(async function () {
    const opened = await openChromium()
    if (!opened) {
      console.log('      there is no Chromium for this platform, so no page is opened in one')
      this.skip()
      return
    }
    chromium = opened
    customer = await newEndCustomer()
    await put(`/v1/end-customers/${customer}`, { name: 'Schreinerei Browser AG', uid: 'CHE-116.281.710' })
    await Promise.all([
      bookExpense(customer),
      bookExpense(customer, { business_date: '2010-01-04', payload: { document_date: '2010-01-04' } }),
      post(INVOICES, invoice(customer), { wait: 10 }),
      upload(customer, camt053Message(), { wait: 10 }),
    ])
    const password = await newPass([customer])
    await eventually(async () => (await get(`/v1/end-customers/${customer}`)).status === 200)
    page = await newPage(chromium, password)
    await eventually(async () => {
      await page.goto('/v1/end-customers?attention=any')
      return (await page.locator('tbody tr').count()) === 1
    })
  })
  after(() => chromium?.close())

  it('lead from the list of end customers by clicks to the evidence of a figure', async () => {
    await page.goto('/v1/end-customers?attention=any')
    await follow('tbody a')
    expect(await page.textContent('h1')).to.include('Schreinerei Browser AG')
    await follow('main >> text=FY2026')
    await follow('nav >> text=Bilanz FY2026')
    const { rows } = await balanceSheet(customer)
    const assets = rows.find(({ row_key }) => row_key === 'aktiven')?.amount.amount_minor ?? 0
    expect(assets).to.equal(10_810)
    expect(await page.textContent('tr.total td.amount')).to.equal((assets / 100).toFixed(2))
    await follow('tr.screen td.amount a')
    await follow('tbody a[href*="journal-entries/je_"]')
    await follow('main a[href*="source-facts/fact_"]')
    expect(await page.textContent('main')).to.include('a'.repeat(64))
  })

  it('show the list of end customers whole on a usual screen, each called by its name', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    for (const locale of ['de', 'fr', 'it', 'en']) {
      await page.goto(`/v1/end-customers?attention=any&locale=${locale}`)
      expect(await page.textContent('tbody th a')).to.equal('Schreinerei Browser AG')
      expect(await page.textContent('tbody')).not.to.include(customer)
      const hidden = '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".wide"))'
      expect(await page.evaluate(hidden), locale).to.be.at.most(0)
    }
  })

  it('show the year by quarters as a chart, with its figures in a table beside it', async () => {
    await page.goto(`/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026`)
    await follow('nav >> text=nach Quartal')
    expect(await page.locator('figure svg rect').count()).to.equal(4)
    expect(await page.locator('figure tbody tr').count()).to.equal(4)
  })

  it('are usable by everybody, as axe sees them (WCAG 2.2 AA)', async () => {
    const query = `end_customer_id=${customer}`
    const facts = await get(`/v1/source-facts?${query}`)
    const year = `${query}&fiscal_year_id=FY2026`
    const paths = [
      '/v1/end-customers',
      `/v1/end-customers/${customer}`,
      `/v1/source-facts?${query}&state=blocked`,
      `/v1/source-facts/${facts.body.data[0]?.id}`,
      `/v1/journal-entries?${query}`,
      `/v1/camt-053/entries?${query}`,
      `/v1/events?${query}`,
      `/v1/statements/or-balance-sheet?${year}&granularity=quarter&comparison=prior_fiscal_year`,
      `/v1/statements/account-ledger?${year}&account_code=2000`,
      `/v1/vat-returns/2026-Q1?${query}`,
      '/v1/nothing',
    ]
    for (const path of paths) {
      await page.goto(path)
      expect(await violationsIn(page, WCAG), path).to.deep.equal([])
    }
  })

  it('can be walked by keyboard: the first stop leads past the links to the content, the next ones to what it links', async () => {
    await page.goto('/v1/end-customers?attention=any')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.className')).to.equal('skip')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).to.equal('content')
    const inTable = 'document.activeElement.closest("tbody") !== null'
    for (let stops = 0; stops < 30 && !(await page.evaluate(inTable)); stops += 1) await page.keyboard.press('Tab')
    const answer = page.waitForNavigation()
    await page.keyboard.press('Enter')
    expect((await answer)?.status()).to.equal(200)
    expect(await page.textContent('h1')).to.include('Schreinerei Browser AG')
  })

  it('fit a sheet of A4 in print, without what only a screen needs', async () => {
    await page.emulateMedia({ media: 'print' })
    const year = `end_customer_id=${customer}&fiscal_year_id=FY2026`
    for (const path of [
      '/v1/end-customers',
      ...['journal-entries', 'camt-053/entries', 'documents', 'supplier-payables', 'tax-records'].map(
        (list) => `/v1/${list}?end_customer_id=${customer}`,
      ),
      ...['receivables', 'payables'].map(
        (side) => `/v1/statements/open-items?end_customer_id=${customer}&side=${side}&date=2026-12-31`,
      ),
      `/v1/statements/or-balance-sheet?${year}&comparison=prior_fiscal_year&granularity=month`,
      `/v1/statements/trial-balance?${year}&comparison=prior_fiscal_year`,
    ]) {
      await page.goto(path)
      await page.setViewportSize(await sizeOfPaper(page))
      expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), path).to.be.at.most(0)
      expect(await page.evaluate('getComputedStyle(document.querySelector("nav")).display'), path).to.equal('none')
    }
    await page.emulateMedia({ media: 'screen' })
  })

  it('can be read on paper however many columns a statement has: each amount under the name of its column', async () => {
    await page.emulateMedia({ media: 'print' })
    const year = `end_customer_id=${customer}&fiscal_year_id=FY2026`
    for (const name of [
      'trial-balance',
      'or-balance-sheet',
      'or-income-statement',
      'balance-sheet',
      'income-statement',
    ])
      for (const more of ['&granularity=month', '&granularity=month&comparison=prior_fiscal_year']) {
        const path = `/v1/statements/${name}?${year}${more}`
        await page.goto(path)
        await page.setViewportSize(await sizeOfPaper(page))
        expect(await page.evaluate(SMALLEST_PT), path).to.be.at.least(6)
        expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'), path).to.be.at.most(0)
        expect(await page.evaluate(UNNAMED), path).to.equal(0)
      }
    await page.emulateMedia({ media: 'screen' })
  })

  async function follow(selector: string): Promise<void> {
    const answer = page.waitForNavigation()
    await page.locator(selector).first().click()
    expect((await answer)?.status(), selector).to.equal(200)
  }
})
