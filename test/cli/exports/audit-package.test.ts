import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { bankEntry, camt053Message, transaction } from '../../camt053/messages.ts'
import { commandsOn, runCli } from '../../support/processes/run-cli.ts'
import { stampOnce } from '../../support/proof/stamp-once.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'

describe('ops export of a fiscal year', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-audit-'))
  const package_of = join(folder, 'FY2026')
  let quiet: QuietService
  let customer: string
  const { ops } = commandsOn(() => quiet.database_url)
  const verify = () => runCli('shared/cli/ops.ts', ['verify-export', package_of])
  const text = (name: string) => readFileSync(join(package_of, name), 'utf8')

  before(async () => {
    quiet = await openQuietService()
    customer = await quiet.newEndCustomer()
    await quiet.post(EXPENSES, expense(customer))
    await quiet.post(INVOICES, invoice(customer))
    await quiet.work('facts.evaluate')
    const bankEntries = bankEntry({ details: transaction() })
    await quiet.upload(customer, camt053Message({ bankEntries }))
    await quiet.work('camt053.import')
    await stampOnce(quiet.worker.pool)
  })
  after(async () => {
    await quiet.close()
    rmSync(folder, { recursive: true })
  })

  it('writes pages that open from disk, what they are made of, and the ledger with its stamps', async () => {
    const { code, stderr } = await ops(
      'export',
      '--end-customer',
      customer,
      '--fiscal-year',
      'FY2026',
      '--file',
      package_of,
    )
    expect([code, stderr]).to.deep.equal([0, ''])
    const index = text('index.html')
    const linked = [...index.matchAll(/href="([^"]+)"/g)].map(([, name = '']) => decodeURI(name))
    const beside = ['index.html', 'ledger.ndjson.gz', 'manifest.json']
    expect(readdirSync(package_of)).to.have.members([...linked, ...beside])
    expect(linked).to.include.members(
      ['or-balance-sheet', 'or-income-statement', 'trial-balance', 'open-items-payables', 'account-2000'].flatMap(
        (name) => [`${name}.html`, `${name}.csv`],
      ),
    )
    expect(linked).to.include.members(['journal.csv', 'journal.hledger', 'evidence.csv'])
    for (const page of linked.filter((name) => name.endsWith('.html')))
      for (const [, target = ''] of text(page).matchAll(/(?:src|href)="([^#"][^"]*)"/g))
        expect(linked, page).to.include(decodeURI(target))
    const { body } = await quiet.get(
      `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026`,
    )
    expect(JSON.parse(text('or-balance-sheet.json')).rows).to.deep.equal(body.rows)
    const { body: entries } = await quiet.get(`/v1/journal-entries?end_customer_id=${customer}`)
    for (const { entry_hash, source } of entries.data)
      expect(text('evidence.csv')).to.include(`${entry_hash},${source.type},${source.id},`)
  })

  it('verifies without a database, and finds a changed, a missing and a strange file', async () => {
    const { code, stdout } = await verify()
    expect([code, stdout]).to.deep.equal([0, `2 entries of ${customer} verified, of which 2 are stamped, 0 findings\n`])
    appendFileSync(join(package_of, 'trial-balance.csv'), ' ')
    rmSync(join(package_of, 'journal.csv'))
    appendFileSync(join(package_of, 'other.html'), 'x')
    const found = await verify()
    expect(found.code).to.equal(1)
    for (const name of ['trial-balance.csv', 'journal.csv', 'other.html']) expect(found.stdout).to.include(name)
  })

  it('refuses a folder that is there, and leaves none of a year that is not', async () => {
    const again = await ops('export', '--end-customer', customer, '--fiscal-year', 'FY2026', '--file', package_of)
    expect([again.code, again.stderr]).to.deep.equal([1, `${package_of} exists already; name a new folder.\n`])
    const nowhere = join(folder, 'nowhere')
    const unknown = await ops('export', '--end-customer', customer, '--fiscal-year', 'FY1999', '--file', nowhere)
    expect([unknown.code, unknown.stderr]).to.deep.equal([1, 'There is no fiscal year FY1999 of this end customer.\n'])
    expect(existsSync(nowhere)).to.equal(false)
  })
})
