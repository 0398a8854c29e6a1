import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { row, sql } from '../../shared/store/database.ts'
import { evaluateFacts } from '../../workers/evaluate-facts.ts'
import { EXPENSES, expense } from '../support/examples.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { runCli } from '../support/run-cli.ts'

describe('npm run keys and npm run ops', function () {
  this.timeout(60_000)
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  const keys = (...args: string[]) => runCli('shared/cli/keys.ts', args, { DATABASE_URL: quiet.database_url })
  const ops = (...args: string[]) => runCli('shared/cli/ops.ts', args, { DATABASE_URL: quiet.database_url })

  it('keys: a key is made, works, is listed without its secret, and disabled', async () => {
    const customer = randomUUID()
    const made = await keys(
      'create',
      '--client',
      'cli',
      '--scopes',
      'read',
      '--end-customers',
      customer,
      '--expires',
      '30',
    )
    const [key = ''] = made.stdout.split('\n')
    expect([made.code, key]).to.satisfy(
      ([code, text]: [number, string]) => code === 0 && /^hb_[0-9a-f]{16}_/.test(text),
    )
    expect((await quiet.get(`/v1/accounts?end_customer_id=${customer}`, { key })).status).to.equal(200)
    expect((await quiet.get(`/v1/accounts?end_customer_id=${randomUUID()}`, { key })).status).to.equal(403)
    const listed = await keys('list', '--json')
    const [, key_id = '', secret = ''] = /^hb_([0-9a-f]+)_(.+)$/.exec(key) ?? []
    expect(listed.stdout).not.to.include(secret)
    const line = JSON.parse(listed.stdout).find((candidate: any) => candidate.key_id === key_id)
    expect(line).to.include({ client: 'cli', scopes: 'read', end_customers: customer, state: 'active' })
    expect((await keys('disable', key_id)).code).to.equal(0)
    expect((await keys('list')).stdout).to.match(/disabled/)
  })

  it('an embedded database that a command started is up to date, and gone again when the command fails', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-test-keys-'))
    const env = { DATABASE_URL: '', HAUPTBUCH_DATA_DIR: folder }
    const made = await runCli('shared/cli/keys.ts', ['create', '--client', 'first'], env)
    expect(made.code, made.stderr).to.equal(0)
    const failed = await runCli('shared/cli/keys.ts', ['disable', 'nobody'], env)
    expect([failed.code, failed.stderr]).to.deep.equal([1, 'There is no key nobody.\n'])
    expect(
      readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('postmaster.pid')),
    ).to.deep.equal([])
    rmSync(folder, { recursive: true, force: true })
  })

  it('keys: mistakes are one sentence', async () => {
    for (const args of [
      ['disable', 'nobody'],
      ['create', '--client', 'x', '--scopes', 'all'],
      ['create', '--client', 'x', '--expires', 'soon'],
      ['create', '--client', 'x', '--expires', '2027-02-31'],
      ['create', '--client', 'x', '--expires', '2020-01-01'],
      ['create', '--client', 'x', '--expires', '0'],
      ['create', '--client', 'x', '--end-customers', ''],
      ['create', '--client', 'x', '--end-customers', '------------------------------------'],
    ]) {
      const { code, stderr } = await keys(...args)
      expect(code).to.equal(1)
      expect(stderr.trim()).to.match(/^[^\n]+\.$/)
    }
    const away = await runCli('shared/cli/keys.ts', ['list'], { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' })
    expect([away.code, away.stderr.includes('hidden')]).to.deep.equal([1, false])
  })

  it('ops: what waits, what failed for good, redriven and requeued', async () => {
    const customer = await quiet.newEndCustomer()
    const { body } = await quiet.post(EXPENSES, expense(customer))
    const waiting = JSON.parse((await ops('queues', '--json')).stdout).find(
      (line: any) => line.queue === 'facts.evaluate',
    )
    expect(waiting.waiting).to.equal(1)

    // As if it had failed for good: its copy lies among the dead letters.
    const [job] = await quiet.jobs('facts.evaluate', [body.id])
    await quiet.worker.pool.query(sql.type(row())`update pgboss.job set retry_limit = 0 where id = ${job?.id ?? ''}`)
    await quiet.worker.boss.fetch('facts.evaluate')
    await quiet.worker.boss.fail('facts.evaluate', job?.id ?? '', { message: 'a planted failure' })
    const letters = JSON.parse((await ops('dead-letters', '--json', '--error', 'planted')).stdout)
    expect(letters).to.have.length(1)
    expect(letters[0]).to.include({
      source_queue: 'facts.evaluate',
      end_customer_id: customer,
      error: 'a planted failure',
    })
    expect((await ops('dead-letters', '--end-customer', randomUUID())).stdout).to.include('nothing')
    expect((await ops('redrive')).stdout).to.include('1 would be redriven')
    expect((await ops('redrive', '--yes', '--queue', 'facts.evaluate')).stdout).to.include('1 redriven')
    expect(JSON.parse((await ops('dead-letters', '--json')).stdout)).to.deep.equal([])

    expect((await ops('requeue', '--state', 'received', '--end-customer', customer)).stdout).to.include('1 facts')
    const again = await quiet.jobs('facts.evaluate', [body.id])
    expect(again.length).to.be.greaterThan(1)
    await evaluateFacts(quiet.worker, again)
    expect(await quiet.count('journal_entries', customer)).to.equal(1)
    expect((await ops('requeue', '--end-customer', customer)).stdout).to.include('0 facts')
  })
})

describe('npm run ops -- verify', function () {
  this.timeout(60_000)

  /** Faults that somebody with the keys to the database could plant, and the check that names each. */
  const FAULTS: [name: string, check: string, statement: string][] = [
    [
      'a changed amount',
      'debits equal credits',
      'update journal_lines set debit_minor = debit_minor + 1 where entry_number = 2 and line_number = 1',
    ],
    [
      'two amounts changed alike',
      'the hash covers the entry',
      'update journal_lines set debit_minor = debit_minor * 2, credit_minor = credit_minor * 2 where entry_number = 2',
    ],
    [
      'a changed text',
      'the hash covers the entry',
      `update journal_entries set description = 'x' where entry_number = 2`,
    ],
    [
      'a changed date',
      'the hash covers the entry',
      `update journal_entries set posting_date = '2026-01-01' where entry_number = 2`,
    ],
    ['a deleted entry', 'numbers are gapless', 'delete from journal_entries where entry_number = 2'],
    ['a deleted line', 'all lines are there', 'delete from journal_lines where entry_number = 2 and line_number = 1'],
    ['the last entry deleted', 'the head is the last entry', 'delete from journal_entries where entry_number = 3'],
    [
      'the last entry and the head',
      'a source is booked as its state says',
      `delete from journal_entries where entry_number = 3;
      update ledger_heads h set last_entry_number = 2, last_entry_hash = e.entry_hash from journal_entries e where e.end_customer_id = h.end_customer_id and e.entry_number = 2`,
    ],
    [
      'a changed open amount',
      'an open item is what nothing has used',
      'update supplier_payables set open_amount_minor = 1, base_open_amount_minor = 1',
    ],
    [
      'a changed statement table',
      'statement tables equal the lines',
      'update account_period_totals set debit_minor = debit_minor + 1',
    ],
    [
      'a changed fact',
      'the fact is as it was sent',
      `update source_facts set request = request || '{"source_system": "x"}'`,
    ],
    [
      'a fact made unposted',
      'a source is booked as its state says',
      `update source_facts set state = 'blocked', journal_entry_id = null`,
    ],
  ]

  let quiet: QuietService
  let customer: string
  before(async () => {
    quiet = await openQuietService()
    customer = await quiet.newEndCustomer()
    const facts = await Promise.all([1, 2, 3].map(() => quiet.post(EXPENSES, expense(customer))))
    await evaluateFacts(
      quiet.worker,
      await quiet.jobs(
        'facts.evaluate',
        facts.map(({ body }) => body.id),
      ),
    )
    await quiet.refresh(customer)
    for (const table of ['journal_entries', 'journal_lines']) {
      await quiet.worker.pool.query(sql.type(row())`alter table ${sql.identifier([table])} disable trigger user`)
    }
  })
  after(() => quiet.close())

  it('exit code 0 and no findings for books that are in order', async () => {
    const { code, stdout } = await runCli('shared/cli/ops.ts', ['verify'], { DATABASE_URL: quiet.database_url })
    expect([code, stdout]).to.deep.equal([0, '1 ledgers verified, 0 findings\n'])
  })

  for (const [name, check, statement] of FAULTS) {
    it(`finds ${name}`, async () => {
      const found = await quiet.findingsAfter(statement, customer)
      expect(found.map((finding) => finding.check)).to.include(check)
      expect(await quiet.findings(customer), 'the fault is taken back').to.deep.equal([])
    })
  }

  it('exit code 1, naming what is wrong', async () => {
    await quiet.worker.pool.query(sql.type(row())`update journal_entries set description = 'x' where entry_number = 2`)
    const { code, stdout } = await runCli('shared/cli/ops.ts', ['verify', '--json'], {
      DATABASE_URL: quiet.database_url,
    })
    expect(code).to.equal(1)
    expect(JSON.parse(stdout)[0]).to.include({
      end_customer_id: customer,
      check: 'the hash covers the entry',
      subject: 'entry 2',
    })
  })
})
