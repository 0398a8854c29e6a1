import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { commandsOn } from '../../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'

describe('links of an audit package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-audit-links-'))
  const package_of = join(folder, 'FY2026')
  let quiet: QuietService
  const { ops } = commandsOn(() => quiet.database_url)
  const text = (name: string) => readFileSync(join(package_of, name), 'utf8')

  before(async () => {
    quiet = await openQuietService()
    const customer = await quiet.newEndCustomer()
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

  it('lead to places that are there', () => {
    const pages = readdirSync(package_of).filter((name) => name.endsWith('.html'))
    for (const page of pages)
      for (const target of targetsIn(page)) {
        const [file = '', place] = target.split('#')
        if (place !== undefined) expect(text(file || page), `${page}: ${target}`).to.include(` id="${place}"`)
      }
  })
})
