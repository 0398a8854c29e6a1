import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { bankEntry, camt053Message, transaction } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { queryRows } from '../../support/first-build.ts'
import { runCli } from '../../support/processes/run-cli.ts'
import { runningCommands } from '../../support/processes/running-commands.ts'
import { newSigner } from '../../support/proof/certificates.ts'
import { stampOnce } from '../../support/proof/stamp-once.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense, INVOICES, invoice } from '../../support/requests/examples.ts'
import { ownerUrl, service } from '../../support/service.ts'
import { sealed } from './sealed.ts'

describe('ops import', function () {
  this.timeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-imported-'))
  const file = join(folder, 'books.ndjson.gz')
  let quiet: QuietService
  let customer: string
  let target: string

  const TIMESTAMP_CA_FILE = join(folder, 'authority.pem')
  const on = (database_url: string) => ({
    DATABASE_URL: database_url,
    MIGRATION_DATABASE_URL: ownerUrl(database_url),
    TIMESTAMP_CA_FILE,
  })
  const ops = (database_url: string, ...args: string[]) => runCli('shared/cli/ops.ts', args, on(database_url))
  const linesOf = (path: string) => gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')
  const countIn = async (table: string) =>
    (await queryRows<{ count: number }>(target, `select count(*)::integer from ${table}`))[0]?.count

  const known = new Set(readdirSync(tmpdir()))
  const scratchFolders = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('hauptbuch-import-') && !known.has(name))

  before(async () => {
    quiet = await openQuietService()
    customer = await quiet.newEndCustomer()
    expect((await quiet.put('/v1/vat-registrations', registered(customer))).status).to.equal(202)
    for (const id of [customer, await quiet.newEndCustomer()]) {
      await quiet.post(EXPENSES, expense(id))
      await quiet.post(INVOICES, invoice(id))
    }
    await quiet.work('facts.evaluate')
    const bankEntries = bankEntry({ details: transaction() }) + bankEntry({ amount: '30.00', direction: 'DBIT' })
    await quiet.upload(customer, camt053Message({ bankEntries }))
    await quiet.work('camt053.import')
    await quiet.work('settlement.match')
    await quiet.refresh(customer)
    writeFileSync(TIMESTAMP_CA_FILE, (await stampOnce(quiet.worker.pool)).toString())
    await quiet.post(EXPENSES, expense(customer, { external_reference: 'waits' }))
    expect(await quiet.findings(customer)).to.deep.equal([])
    const made = await ops(quiet.database_url, 'export', '--end-customer', customer, '--file', file)
    expect([made.code, made.stderr]).to.deep.equal([0, ''])
    target = await service().server.createDatabase()
  })
  after(async () => {
    await quiet.close()
    rmSync(folder, { recursive: true })
  })

  it('refuses rows and entries of another end customer, also in a file that is sealed anew', async () => {
    const lines = linesOf(file).slice(0, -1)
    const other = randomUUID()
    for (const named of ['"table":"accounts"', '"table":"source_facts"', '"record":"journal_entry"']) {
      const at = lines.findIndex((line) => line.includes(named))
      const foreign = (lines[at] ?? '').replaceAll(customer, other)
      const path = join(folder, 'foreign.gz')
      writeFileSync(path, gzipSync(sealed(lines.toSpliced(at + 1, 0, foreign))))
      const { code, stderr } = await ops(target, 'import', path)
      expect(code, named).to.equal(1)
      expect(stderr, named).to.include('every row is of the end customer of the export')
    }
    expect(await countIn('end_customers')).to.equal(0)
  })

  it('refuses a damaged file, and one of a newer release', async () => {
    const lines = linesOf(file)
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), gzipSync(text))
      return ops(target, 'import', join(folder, name))
    }
    const shorter = await write('shorter.gz', `${lines.slice(0, -3).join('\n')}\n`)
    expect(shorter.code).to.equal(1)
    expect(shorter.stderr).to.match(/^The file is damaged, so nothing was imported\. What does not hold: .+\.\n$/)
    const [header = '', ...rows] = lines.slice(0, -1)
    const { code, stderr } = await write(
      'newer.gz',
      sealed([JSON.stringify({ ...JSON.parse(header), schema: 9_999 }), ...rows]),
    )
    expect([code, stderr]).to.deep.equal([
      1,
      'The export is of a newer release (schema 9999). Import it with that release or a later one.\n',
    ])
    expect(await countIn('end_customers')).to.equal(0)
  })

  const startImport = () => {
    const env = { ...process.env, ...on(target) }
    const child = spawn(process.execPath, ['shared/cli/ops.ts', 'import', file], { env, stdio: 'ignore' })
    return { child, ended: new Promise((resolve) => child.once('exit', resolve)) }
  }

  it('that is stopped while its PostgreSQL starts leaves none', async () => {
    const { child, ended } = startImport()
    await eventually(async () =>
      scratchFolders().some((name) => existsSync(join(tmpdir(), name, 'cluster/PG_VERSION'))),
    )
    const [name = 'none'] = scratchFolders()
    child.kill('SIGTERM')
    expect(await ended).to.equal(130)
    expect(scratchFolders()).to.deep.equal([])
    expect(runningCommands().filter((command) => command.includes(name))).to.deep.equal([])
  })

  it('that is stopped leaves nothing, there and in the folder for temporary files', async () => {
    const held = `begin; lock table end_customers in share mode; select pg_sleep(60); commit`
    const holder = queryRows(target, held).catch(() => {})
    const { child, ended } = startImport()
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'lock table%'`
    await eventually(async () => {
      await sleep(100)
      return (await queryRows(target, waiting)).length > 0
    }, 180)
    expect(scratchFolders()).to.have.length(1)
    child.kill('SIGTERM')
    expect(await ended).to.equal(130)
    expect(scratchFolders()).to.deep.equal([])
    await queryRows(
      target,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
    )
    await holder
    expect(await countIn('end_customers')).to.equal(0)
    expect(await countIn(`pg_trigger where tgenabled = 'D'`)).to.equal(0)
  })

  it('brings everything back as it was, with what waits', async () => {
    const { code, stdout, stderr } = await ops(target, 'import', file)
    expect([code, stdout, stderr]).to.deep.equal([
      0,
      `2 entries of ${customer} are imported; what waited is queued\n`,
      '',
    ])
    const jobs = `select name from pgboss.job where data ->> 'end_customer_id' = '${customer}' and state < 'active'`
    expect((await queryRows<{ name: string }>(target, jobs)).map(({ name }) => name)).to.have.members([
      ...['facts.backlog', 'settlement.match', 'statements.refresh', 'vat.transfer'],
    ])
    const again = join(folder, 'again.ndjson.gz')
    expect((await ops(target, 'export', '--end-customer', customer, '--file', again)).code).to.equal(0)
    const comparable = (path: string) => {
      const [header = '', ...rows] = linesOf(path).slice(0, -1)
      return [{ ...JSON.parse(header), exported_at: null }, ...rows]
    }
    expect(comparable(again)).to.deep.equal(comparable(file))
    const imported = await openQuietService(target)
    try {
      expect(await imported.findings(customer)).to.deep.equal([])
      expect(await imported.work('facts.backlog')).to.equal(1)
      expect(await imported.count('journal_entries', customer)).to.equal(3)
      expect(await imported.findings(customer)).to.deep.equal([])
    } finally {
      await imported.close()
    }
  })

  it('trusts the certificates of TIMESTAMP_CA_FILE alone, and says so where there are none', async () => {
    const other = join(folder, 'other.pem')
    writeFileSync(other, newSigner({ name: 'Other CA', issuer: null, is_authority: true }).certificate.toString())
    const refused = await runCli('shared/cli/ops.ts', ['import', file], { ...on(target), TIMESTAMP_CA_FILE: other })
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.match(
      /^Nothing was imported, as a stamp does not hold \(stamp_\w+\): its certificate does not lead to one of TIMESTAMP_CA_FILE\.\n$/,
    )
  })

  it('is refused where the end customer is there', async () => {
    const { code, stderr } = await ops(target, 'import', file)
    expect([code, stderr.split('. ')[1]]).to.deep.equal([1, 'An export is imported where nothing of it is.\n'])
  })
})

function registered(end_customer_id: string) {
  const names = { method: 'effective', consideration: 'agreed', filing_period: 'quarter', reason: 'Bewilligung' }
  return { end_customer_id, valid_from: '2026-01-01', ...names }
}
