import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { save } from '../../../api/audit/ask.ts'
import { partsOfYear } from '../../../api/audit/parts-of-year.ts'
import { sha256Of } from '../../../shared/canonical/hash.ts'
import { balance, bankEntry, camt053Message, IBAN, transaction } from '../../camt053/messages.ts'
import { queryRows } from '../../support/first-build.ts'
import { type CliResult, commandsOn, runCli } from '../../support/processes/run-cli.ts'
import { stampOnce } from '../../support/proof/stamp-once.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'

/** A setting that changes after the ledger was written, when the key for the pages is made: the first time. */
const MOVES_ONCE = `
  alter table api_keys add moved_books bigint;
  create function move_books() returns trigger language plpgsql as $$ begin
    update ledger_heads set books_version = books_version + 1
    where end_customer_id = ':customer' and not exists (select from api_keys where moved_books is not null);
    new.moved_books = (select books_version from ledger_heads where end_customer_id = ':customer');
    return new;
  end $$;
  create trigger move_books before insert on api_keys for each row execute function move_books()
`

describe('ops export of a fiscal year', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-audit-'))
  const package_of = join(folder, 'FY2026')
  let quiet: QuietService
  let customer: string
  let written: CliResult
  const { ops } = commandsOn(() => quiet.database_url)
  const verify = (...options: string[]) => runCli('shared/cli/ops.ts', ['verify-export', package_of, ...options])
  const text = (name: string) => readFileSync(join(package_of, name), 'utf8')

  before(async () => {
    quiet = await openQuietService()
    customer = await quiet.newEndCustomer()
    const mappings = [{ mapping_key: `posting.bank.${IBAN}`, account_code: '1020', valid_from: '2020-01-01' }]
    await quiet.put('/v1/account-mappings', { end_customer_id: customer, mappings })
    const method = { method: 'effective', consideration: 'agreed', filing_period: 'quarter', reason: 'Anmeldung' }
    const registered = { end_customer_id: customer, valid_from: '2026-01-01', ...method }
    expect((await quiet.put('/v1/vat-registrations', registered)).status).to.equal(202)
    await quiet.put(`/v1/end-customers/${customer}`, { name: 'Menuiserie <Dupont> SA', locale: 'fr' })
    await quiet.post(EXPENSES, expense(customer))
    await quiet.post(INVOICES, invoice(customer))
    await quiet.work('facts.evaluate')
    const balances = balance('OPBD', '0.00') + balance('CLBD', '108.10')
    const bankEntries = bankEntry({ details: transaction() })
    await quiet.upload(customer, camt053Message({ balances, bankEntries }))
    await quiet.work('camt053.import')
    await stampOnce(quiet.worker.pool)
    const of_year = ['--end-customer', customer, '--fiscal-year', 'FY2026', '--file', package_of]
    written = await ops('export', ...of_year)
  })
  after(async () => {
    await quiet.close()
    rmSync(folder, { recursive: true })
  })

  it('writes pages that open from disk, what they are made of, and the ledger with its stamps', async () => {
    const { code, stderr } = written
    expect([code, stderr]).to.deep.equal([0, ''])
    const index = text('index.html')
    const linked = [...index.matchAll(/href="([^"]+)"/g)].map(([, name = '']) => decodeURI(name))
    expect(linked).to.include.members(['ledger.ndjson.gz', 'manifest.json'])
    expect(readdirSync(package_of)).to.have.members(['index.html', ...linked])
    expect(linked).to.include.members(
      ['or-balance-sheet', 'or-income-statement', 'trial-balance', 'open-items-payables', 'account-2000'].flatMap(
        (name) => [`${name}.html`, `${name}.csv`],
      ),
    )
    expect(linked).to.include.members(['journal.csv', 'journal.hledger', 'evidence.csv'])
    for (const name of ['bank-reconciliation-1020', 'vat-return-2026-Q1', 'vat-return-2026-Q4', 'vat-reconciliation'])
      expect(linked).to.include.members([`${name}.html`, `${name}.csv`, `${name}.json`])
    expect(linked.join()).to.not.include('bank-reconciliation-2000')
    expect(text('or-income-statement.html')).to.not.match(/class="filter"|<nav|<form|<select/)
    for (const page of linked.filter((name) => name.endsWith('.html')))
      for (const target of targetsIn(page)) expect(['index.html', ...linked], page).to.include(target)
    const { body } = await quiet.get(
      `/v1/statements/or-balance-sheet?end_customer_id=${customer}&fiscal_year_id=FY2026`,
    )
    expect(JSON.parse(text('or-balance-sheet.json')).rows).to.deep.equal(body.rows)
    const { body: entries } = await quiet.get(`/v1/journal-entries?end_customer_id=${customer}`)
    for (const { entry_hash, source } of entries.data)
      expect(text('evidence.csv')).to.include(`${entry_hash},${source.type},${source.id},`)
  })

  it('is in the language of its company, whose name it has; its pages lead to each other and back to the first one', () => {
    const index = text('index.html')
    const pages = [...index.matchAll(/href="([^"]+\.html)"/g)].map(([, name = '']) => decodeURI(name))
    expect(pages.length).to.be.greaterThan(10)
    for (const page of ['index.html', ...pages]) expect(text(page), page).to.include('<html lang="fr">')
    expect(index).to.include('<title>Menuiserie &lt;Dupont&gt; SA, FY2026</title>')
    for (const title of ['Bilan', 'Journal', 'Compte 2000 ', 'Rapprochement bancaire 1020', 'Décompte TVA 2026-Q1'])
      expect(index).to.include(`<th scope="row">${title}`)
    expect(index).not.to.match(/Balance sheet|Open items|Account|Evidence of/)
    for (const page of pages) expect(targetsIn(page), page).to.include('index.html')
    expect(targetsIn('or-balance-sheet.html')).to.include('account-2000.html')
    expect(targetsIn('trial-balance.html')).to.include('account-2000.html')
  })

  const targetsIn = (page: string) =>
    [...text(page).matchAll(/(?:src|href)="([^#"]+)[^"]*"/g)].map(([, target = '']) => decodeURI(target))

  it('verifies without a database, and finds a changed, a missing and a strange file', async () => {
    const { code, stdout, stderr } = await verify()
    expect(stderr).to.match(
      /^warning: TIMESTAMP_CA_FILE is not set, so nobody has checked who signed the stamps\. .+\n$/,
    )
    const [, printed] = /manifest\.json has the SHA-256 ([0-9a-f]{64});/.exec(written.stdout) ?? []
    const expected = `2 entries of ${customer} verified, of which 2 are stamped, 0 findings\n`
    expect([code, stdout]).to.deep.equal([0, `${expected}manifest.json has the SHA-256 ${printed}\n`])
    const forScripts = {
      end_customer_id: customer,
      entries: 2,
      stamped_entries: 2,
      manifest_sha256: printed,
      findings: [],
    }
    expect(JSON.parse((await verify('--json')).stdout)).to.deep.equal(forScripts)
    // Somebody who changes a page makes the manifest good again.
    const [manifest, page] = ['manifest.json', 'or-balance-sheet.csv'].map((name) => join(package_of, name)) as [
      string,
      string,
    ]
    const [whole, before] = [readFileSync(manifest, 'utf8'), readFileSync(page, 'utf8')]
    writeFileSync(page, `${before} `)
    writeFileSync(manifest, whole.replace(sha256Of(before), sha256Of(`${before} `)))
    const forged = await verify()
    expect([forged.code, forged.stdout.includes('the ledger was written with the files')]).to.deep.equal([1, true])
    writeFileSync(page, before)
    writeFileSync(manifest, whole)
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
    const stranger = randomUUID()
    const nobody = await ops('export', '--end-customer', stranger, '--fiscal-year', 'FY2026', '--file', nowhere)
    expect([nobody.code, nobody.stderr]).to.deep.equal([1, `There is no end customer ${stranger}.\n`])
    expect(existsSync(nowhere)).to.equal(false)
  })

  it('is written anew where the books have moved meanwhile', async () => {
    const moved = join(folder, 'moved')
    await queryRows(quiet.database_url, MOVES_ONCE.replaceAll(':customer', customer))
    const args = ['export', '--end-customer', customer, '--fiscal-year', 'FY2026', '--file', moved] as const
    expect((await ops(...args)).code).to.equal(0)
    const keys = `select from api_keys join api_clients using (client_id) where name = 'audit package'`
    expect(await queryRows(quiet.database_url, `${keys} and moved_books is not null`)).to.have.length(2)
    const manifest = JSON.parse(readFileSync(join(moved, 'manifest.json'), 'utf8'))
    expect(manifest.last_entry_number).to.equal('2')
  })

  it('has the bank of an account until it has moved away, and every registration', async () => {
    const year = { end_customer_id: customer, fiscal_year_id: 'FY2026' }
    const moved = { mapping_key: `posting.bank.${IBAN}`, account_code: '1021', valid_from: '2026-12-01' }
    const accounts = [{ account_code: '1021', account_name: 'Sparkonto', account_type: 'asset' }]
    expect(
      (await quiet.put('/v1/accounts', { end_customer_id: customer, valid_from: '2026-01-01', accounts })).status,
    ).to.equal(202)
    expect((await quiet.put('/v1/account-mappings', { end_customer_id: customer, mappings: [moved] })).status).to.equal(
      202,
    )
    const monthly = { method: 'effective', consideration: 'agreed', filing_period: 'month', reason: 'Antrag' }
    const registered = { end_customer_id: customer, valid_from: '2026-07-01', ...monthly }
    expect((await quiet.put('/v1/vat-registrations', registered)).status).to.equal(202)
    const parts = await partsOfYear(quiet, year, 'en', 1)
    const part = parts.find(({ name }) => name === 'bank-reconciliation-1020')
    expect(part?.query).to.deep.equal({ end_customer_id: customer, bank_account: '1020', date: '2026-11-30' })
    expect(part?.title).to.match(/, until 30\.11\.2026$/)
    expect(part && (await save(quiet, part, 'application/json', join(folder, 'moved.json')))).to.equal(true)
    const names = parts.map(({ name }) => name).filter((name) => name.startsWith('vat-return-'))
    expect(names).to.include.members(['vat-return-2026-Q2', 'vat-return-2026-07', 'vat-return-2026-12'])
  })

  it('leaves a part out only where the interface says that there is none', async () => {
    const part = {
      path: '/v1/statements/bank-reconciliation',
      query: { end_customer_id: customer, bank_account: '6500', date: '2026-12-31' },
    }
    const file = join(folder, 'part')
    const absence = { code: 'not_found', pointer: '/bank_account' }
    for (const accept of ['text/html', 'text/csv', 'application/json']) {
      expect(await save(quiet, { ...part, absence }, accept, file)).to.equal(false)
      for (const other of [{ ...absence, pointer: '/end_customer_id' }, undefined]) {
        const refused = await save(quiet, { ...part, ...(other && { absence: other }) }, accept, file).catch(String)
        expect(refused).to.match(/^Error: \/v1\/statements\/bank-reconciliation cannot be written: 404 \{"error":/)
      }
    }
  })
})
