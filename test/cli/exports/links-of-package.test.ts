import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { openChromium, violationsIn, WCAG } from '../../api/print/pages/chromium.ts'
import { commandsOn } from '../../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'

describe('links of an audit package', function () {
  this.timeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-audit-links-'))
  const package_of = join(folder, 'FY2026')
  let quiet: QuietService
  let customer: string
  const { ops } = commandsOn(() => quiet.database_url)
  const text = (name: string) => readFileSync(join(package_of, name), 'utf8')

  before(async () => {
    quiet = await openQuietService()
    customer = await quiet.newEndCustomer()
    const of_before = { business_date: '2025-03-04', payload: { document_date: '2025-03-04' } }
    await quiet.post(EXPENSES, expense(customer, of_before))
    await quiet.post(INVOICES, invoice(customer))
    await quiet.work('facts.evaluate')
    const written = await ops('export', '--end-customer', customer, '--fiscal-year', 'FY2026', '--file', package_of)
    expect([written.code, written.stderr]).to.deep.equal([0, ''])
  })
  after(async () => {
    await quiet.close()
    rmSync(folder, { recursive: true })
  })

  const targetsIn = (page: string) =>
    [...text(page).matchAll(/ href="([^"]+)"/g)].map(([, target = '']) => decodeURI(target))

  it('lead from a balance of an earlier year to its account', () => {
    for (const page of ['trial-balance.html', 'or-balance-sheet.html', 'open-items-payables.html'])
      expect(targetsIn(page), page).to.include('account-2000.html')
    expect(targetsIn('account-2000.html').filter((target) => target.startsWith('account-2000'))).to.deep.equal([])
  })

  it('lead from the result of the year to the first row of its income statement', () => {
    expect(targetsIn('or-balance-sheet.html')).to.include('or-income-statement.html#first-row')
  })

  it('lead from a line of an account, and from an open item, to its entry with its lines, its document and its hashes', async () => {
    const { body } = await quiet.get(`/v1/journal-entries?end_customer_id=${customer}&from_date=2026-01-01`)
    expect(body.data).to.have.length(1)
    for (const { id, lines, previous_hash } of body.data) {
      for (const page of ['account-1100.html', 'account-3400.html', 'open-items-receivables.html'])
        expect(targetsIn(page), page).to.include(`entries-1.html#${id}`)
      const [, section = ''] = text('entries-1.html').split(`<section id="${id}">`)
      const [, , entry_hash = '', , source_id = '', ...hashes] =
        text('evidence.csv').trim().split('\n')[1]?.split(',') ?? []
      for (const said of [previous_hash, entry_hash, source_id, ...hashes]) expect(section).to.include(said)
      for (const { account_code } of lines) expect(section).to.include(`<a href="account-${account_code}.html">`)
    }
    expect(targetsIn('index.html')).to.include('entries-1.html')
  })

  it('lead from an open item of an earlier year to the account that carries it forward', () => {
    const [, row = ''] = /<tr class="line level1"[^>]*>(.*?)<\/tr>/s.exec(text('open-items-payables.html')) ?? []
    expect(row).to.include('<a href="account-2000.html">')
  })

  it('lead to places that are there', () => {
    const pages = readdirSync(package_of).filter((name) => name.endsWith('.html'))
    for (const page of pages)
      for (const target of targetsIn(page)) {
        const [file = '', place] = target.split('#')
        if (place !== undefined) expect(text(file || page), `${page}: ${target}`).to.include(` id="${place}"`)
      }
  })

  it('lead to entries that everybody can read, also on a phone', async function () {
    const chromium = await openChromium()
    if (!chromium) return this.skip()
    try {
      const page = await (await chromium.newContext({ locale: 'de' })).newPage()
      await page.goto(`file://${join(package_of, 'entries-1.html')}`)
      expect(await violationsIn(page, WCAG)).to.deep.equal([])
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).to.be.at.most(0)
    } finally {
      await chromium.close()
    }
  })
})
