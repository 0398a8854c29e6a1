import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../shared/store/db/database.ts'
import { touchApiKeys } from '../../shared/store/platform/api-keys.ts'
import { evaluateFacts } from '../../workers/facts/evaluate-facts.ts'
import { EXPENSES, expense } from '../support/examples.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { runCli } from '../support/run-cli.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** The key that a command has shown. */
function keyIn(stdout: string) {
  const [key = ''] = stdout.split('\n')
  return { key, key_id: key.split('_')[1] ?? '' }
}

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

  it('keys: a rotated key has a successor for the same things, and ends after its grace', async () => {
    const customer = randomUUID()
    const path = `/v1/accounts?end_customer_id=${customer}`
    const rules = ['--client', 'rotated', '--scopes', 'read', '--end-customers', customer, '--expires', '30']
    const first = JSON.parse((await keys('create', ...rules, '--json')).stdout)
    expect(first.key).to.match(new RegExp(`^hb_${first.key_id}_`))

    const rotated = await keys('rotate', first.key_id)
    expect([rotated.code, rotated.stderr]).to.deep.equal([0, ''])
    const second = keyIn(rotated.stdout)
    const [, until = ''] = /serves until (\S+)\. The new key never expires\.\n$/.exec(rotated.stdout) ?? []
    expect(Date.parse(until) - Date.now()).to.be.within(DAY_MS - 60_000, DAY_MS)
    // Again while the old key has hours to live only: they are none of its successor's business.
    const again = await keys('rotate', first.key_id, '--grace', '1000', '--expires', '60', '--json')
    const third = JSON.parse(again.stdout)
    expect(third.old_expires_at).to.equal(until)
    expect(Date.parse(third.expires_at) - Date.now()).to.be.within(59 * DAY_MS, 61 * DAY_MS)
    for (const { key } of [first, second, third]) expect((await quiet.get(path, { key })).status).to.equal(200)

    const fourth = keyIn((await keys('rotate', second.key_id, '--grace', '0')).stdout)
    expect((await quiet.get(path, { key: fourth.key })).status).to.equal(200)
    expect((await keys('rotate', second.key_id)).stderr).to.equal(
      `Key ${second.key_id} is disabled; make a new one with create.\n`,
    )
    await quiet.worker.pool.query(
      sql.type(row())`update api_keys set expires_at = now() - interval '1 hour' where key_id = ${first.key_id}`,
    )
    expect((await keys('rotate', first.key_id)).stderr).to.match(/^Key .* is expired; make a new one with create\.\n$/)
    await touchApiKeys(quiet.worker.pool, [fourth.key_id])
    const made = JSON.parse((await keys('list', '--json')).stdout).filter(({ client }: any) => client === 'rotated')
    for (const line of made) expect(line).to.include({ scopes: 'read', end_customers: customer })
    expect(made.map(({ state }: any) => state)).to.deep.equal(['expired', 'disabled', 'active', 'active'])
    expect(made.map(({ last_used_at }: any) => last_used_at !== null)).to.deep.equal([false, false, false, true])
  })

  it('keys: mistakes are one sentence', async () => {
    for (const args of [
      ['disable', 'nobody'],
      ['rotate', 'nobody'],
      ['rotate', 'nobody', '--grace', '-1'],
      ['rotate', 'nobody', '--grace', 'x'],
      ['create', '--client', 'x', '--scopes', 'all'],
      ['create', '--client', 'x', '--expires', 'soon'],
      ['create', '--client', 'x', '--expires', '2027-02-31'],
      ['create', '--client', 'x', '--expires', '2020-01-01'],
      ['create', '--client', 'x', '--expires', '0'],
      ['create', '--client', ' '],
      ['create', '--client', 'x', '--scopes', ''],
      ['rotate', 'nobody', '--expires', '2027-13-01'],
      ['create', '--client', 'x', '--end-customers', ''],
      ['create', '--client', 'x', '--end-customers', `${randomUUID()},`],
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

describe('npm run ops: jobs in the hand of the operator', function () {
  this.timeout(60_000)
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  const ops = (...args: string[]) => runCli('shared/cli/ops.ts', args, { DATABASE_URL: quiet.database_url })
  const listed = async (...args: string[]) => JSON.parse((await ops(...args, '--json')).stdout)

  /** A fact whose job is in its queue. */
  async function newJob(customer: string) {
    const { body } = await quiet.post(EXPENSES, expense(customer))
    const [job] = await quiet.jobs('facts.evaluate', [body.id])
    if (!job) throw new Error('no job')
    return job
  }

  /** As if it had failed on every attempt: its copy lies among the dead letters. */
  async function failForGood(id: string) {
    await quiet.worker.pool.query(sql.type(row())`update pgboss.job set retry_limit = 0 where id = ${id}`)
    await quiet.worker.boss.fetch('facts.evaluate')
    await quiet.worker.boss.fail('facts.evaluate', id, { message: '100% planted' })
  }

  it('jobs: listed by queue, state, end customer, error and time; job: one whole, with its dead letter', async () => {
    const customer = await quiet.newEndCustomer()
    const job = await newJob(customer)
    const [waiting] = await listed('jobs', '--queue', 'facts.evaluate', '--state', 'created')
    expect(waiting).to.include({ id: job.id, queue: 'facts.evaluate', state: 'created', attempts: 0, error: null })
    await failForGood(job.id)

    const [failed] = await listed('jobs', '--end-customer', customer.toUpperCase(), '--state', 'failed')
    expect(failed).to.include({ id: job.id, attempts: 1, error: '100% planted' })
    const { created_at } = failed
    for (const [args, count] of [
      [['--error', '100% PLANT'], 2],
      [['--error', '1_0% planted'], 0],
      [['--queue', 'dead_letters'], 1],
      [['--queue', 'facts.evaluate', '--since', created_at, '--until', created_at], 1],
      [['--since', '2999-01-01'], 0],
      [['--until', '2020-01-01T00:00:00+01:00'], 0],
      [['--limit', '1'], 1],
    ] as const)
      expect(await listed('jobs', ...args), args.join(' ')).to.have.length(count)
    expect((await ops('jobs', '--limit', '1')).stdout).to.include('These are the newest 1; --limit shows more.')

    const [whole, letter, ...none] = await listed('job', job.id)
    expect(none).to.deep.equal([])
    expect(whole.data).to.deep.equal(job.data)
    expect(whole.output).to.deep.equal({ message: '100% planted' })
    expect(letter).to.include({ queue: 'dead_letters', source_id: job.id, source_queue: 'facts.evaluate' })
    expect(await listed('job', letter.id)).to.deep.equal([letter])
    expect((await ops('job', job.id)).stdout).to.include(job.data.source_fact_id)
  })

  it('retry: a failed job runs once more, and a second run by redrive books nothing twice', async () => {
    const customer = await quiet.newEndCustomer()
    const { id } = await newJob(customer)
    const early = await ops('retry', id)
    expect([early.code, early.stderr]).to.deep.equal([
      1,
      `Job ${id} of facts.evaluate is created; only a failed or cancelled job can be retried.\n`,
    ])
    await failForGood(id)
    const [, letter] = await listed('job', id)
    expect((await ops('retry', letter.id)).stderr).to.match(/^Job .* is a dead letter; redrive sends it back/)

    expect(await listed('retry', id)).to.deep.equal({ id, queue: 'facts.evaluate', state: 'retry' })
    const [fetched] = await quiet.worker.boss.fetch('facts.evaluate', { includeMetadata: true })
    expect(fetched).to.include({ id, retryCount: 1, retryLimit: 1 })
    await evaluateFacts(quiet.worker, [fetched as any])
    expect(await quiet.count('journal_entries', customer)).to.equal(1)
    expect((await listed('job', id))[0]).to.include({ state: 'completed', attempts: 2 })

    const filter = ['--end-customer', customer, '--since', letter.created_at, '--until', letter.created_at]
    expect(await listed('redrive', ...filter)).to.deep.include({ done: false, redriven: 0 })
    expect(await listed('redrive', ...filter, '--yes')).to.deep.include({ done: true, redriven: 1 })
    await evaluateFacts(quiet.worker, (await quiet.worker.boss.fetch('facts.evaluate')) as any)
    expect(await quiet.count('journal_entries', customer)).to.equal(1)
    expect((await ops('retry', id)).stderr).to.include('is completed; only a failed or cancelled job')
  })

  it('redrive: what waits already is left out, stays a dead letter for years, and is redriven later', async () => {
    const data = { end_customer_id: randomUUID() }
    const insert = () =>
      quiet.worker.boss.insert('statements.refresh', [{ data, singletonKey: data.end_customer_id, retryLimit: 0 }])
    await quiet.worker.boss.deleteQueuedJobs('statements.refresh')
    await insert()
    const [job] = await quiet.worker.boss.fetch('statements.refresh')
    await quiet.worker.boss.fail('statements.refresh', job?.id ?? '', { message: 'planted' })
    await insert()
    const redrive = ['redrive', '--yes', '--queue', 'statements.refresh'] as const
    expect((await ops(...redrive)).stdout).to.include('0 redriven; 1 stay dead letters, because the same work')
    const [left] = await listed('dead-letters', '--queue', 'statements.refresh', '--error', 'planted')
    expect(left.error).to.equal('planted')
    expect((await listed('jobs', '--queue', 'dead_letters', '--state', 'failed'))[0].error).to.include('Not redriven')
    await quiet.worker.pool.query(sql.type(row())`
      update pgboss.job set completed_on = now() - interval '5 years' where id = ${left.id} and completed_on is not null
    `)
    await quiet.worker.boss.supervise('dead_letters')
    expect(await listed('dead-letters', '--queue', 'statements.refresh')).to.have.length(1)
    expect((await ops('retry', left.id)).stdout).to.include('can be redriven again')
    const [waiting] = await listed('jobs', '--queue', 'statements.refresh', '--state', 'created')
    await ops(...redrive)
    await ops('cancel', waiting.id)
    expect(await listed(...redrive)).to.include({ redriven: 1 })
    expect((await ops('retry', waiting.id)).stderr).to.match(/ is not needed: the same work is waiting already\.\n$/)
  })

  it('cancel: the fact waits until requeue; what is done cannot be cancelled', async () => {
    const customer = await quiet.newEndCustomer()
    const { id } = await newJob(customer)
    expect((await ops('cancel', id)).stdout).to.equal(`job ${id} of facts.evaluate is cancelled\n`)
    expect(await quiet.worker.boss.fetch('facts.evaluate')).to.deep.equal([])
    const again = await ops('cancel', id)
    expect([again.code, again.stderr]).to.deep.equal([
      1,
      `Job ${id} of facts.evaluate is cancelled; only what is not done yet can be cancelled.\n`,
    ])
    expect(await listed('requeue', '--end-customer', customer)).to.deep.equal({ matching: 1, queued: 1 })
    expect(await listed('retry', id)).to.deep.equal({ id, queue: 'facts.evaluate', state: 'created' })
    const [running] = await quiet.worker.boss.fetch('facts.evaluate')
    expect((await ops('cancel', running?.id ?? '')).stdout).to.include('may still take effect')
  })

  it('a job id that several queues have needs --queue', async () => {
    const customer = await quiet.newEndCustomer()
    const { id } = await newJob(customer)
    await quiet.worker.boss.insert('ledger.post', [{ id, data: { end_customer_id: customer } }])
    expect(await listed('job', id)).to.have.length(2)
    expect((await ops('cancel', id)).stderr).to.equal(
      `Job ${id} is in facts.evaluate and ledger.post; name one with --queue.\n`,
    )
    expect((await ops('cancel', id, '--queue', 'ledger.post')).code).to.equal(0)
    expect((await listed('job', id)).map(({ state }: any) => state).sort()).to.deep.equal(['cancelled', 'created'])
  })

  it('queues: what was done lately, what failed, and the dead letters of each', async () => {
    const customer = await quiet.newEndCustomer()
    const { id } = await newJob(customer)
    const { id: posted } = await newJob(customer)
    const of = async (queue: string) => (await listed('queues')).find((line: any) => line.queue === queue)
    const before = await of('facts.evaluate')
    await failForGood(id)
    await quiet.worker.boss.complete('facts.evaluate', posted, null, { includeQueued: true })
    const line = await of('facts.evaluate')
    for (const name of ['done_last_minute', 'done_last_hour', 'failed_last_hour', 'failed', 'dead_letters'])
      expect(line[name] - before[name], name).to.equal(1)
    await quiet.worker.pool.query(
      sql.type(row())`update pgboss.job set created_on = now() - interval '1 day' where name = 'dead_letters'`,
    )
    expect((await of('dead_letters')).oldest_waiting_seconds).to.be.at.least(86_400)
  })

  it('mistakes are one sentence that says what is allowed, and the exit code is not 0', async () => {
    const nobody = randomUUID()
    for (const [args, says] of [
      [['job', nobody], `There is no job ${nobody}.`],
      [['retry', nobody], `There is no job ${nobody}.`],
      [['cancel', nobody, '--queue', 'ledger.post'], `There is no job ${nobody} in ledger.post.`],
      [['job', 'x'], 'It must be a UUID.'],
      [['jobs', '--queue', 'x'], 'Allowed choices are facts.evaluate, '],
      [['jobs', '--state', 'x'], 'Allowed choices are created, retry, active, failed, cancelled, completed.'],
      [['jobs', '--limit', '0'], 'It must be a number from 1 to 999999.'],
      [['jobs', '--since', '2026-02-30'], 'It must be a day like 2027-12-31 or an instant'],
      [['jobs', '--until', '2026-02-03T25:00:00Z'], 'It must be a day like 2027-12-31 or an instant'],
      [['jobs', '--until', '2026-02-03T12:00:00'], 'It must be a day like 2027-12-31 or an instant'],
      [['dead-letters', '--queue', 'dead_letters'], 'Allowed choices are facts.evaluate, '],
      [['redrive', '--end-customer', 'x'], 'It must be a UUID.'],
      [['requeue', '--state', 'posted'], 'Allowed choices are received, blocked.'],
      [['requeue', '--blocker', 'x'], 'Allowed choices are receipt_missing, '],
      [['requeue', '--end-customer', 'x'], 'It must be a UUID.'],
      [['verify', '--end-customer', 'x'], 'It must be a UUID.'],
      [['verify', '--end-customer', nobody], `There is no end customer ${nobody}.`],
      [['nonsense'], "unknown command 'nonsense'"],
      [['queues', '--nonsense'], "unknown option '--nonsense'"],
    ] as const) {
      const { code, stderr } = await ops(...args)
      expect([code, stderr.trim().includes('\n')], args.join(' ')).to.deep.equal([1, false])
      expect(stderr).to.include(says)
    }
  })
})

describe('npm run ops -- rebuild-statements', function () {
  this.timeout(60_000)
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  it('folds the lines again, of one ledger or of all, and changes no statement', async () => {
    const [own, other] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    for (const customer of [own, other]) {
      const { body } = await quiet.post(EXPENSES, expense(customer))
      await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [body.id]))
      await quiet.refresh(customer)
    }
    const sheet = async () =>
      (await quiet.get(`/v1/statements/or-balance-sheet?end_customer_id=${own}&fiscal_year_id=FY2026`)).body.rows
    const right = await sheet()
    await quiet.worker.pool.query(sql.type(row())`update account_period_totals set debit_minor = debit_minor + 1`)
    expect(await sheet()).not.to.deep.equal(right)

    const ops = (...args: string[]) => runCli('shared/cli/ops.ts', args, { DATABASE_URL: quiet.database_url })
    const one = await ops('rebuild-statements', '--end-customer', own)
    expect([one.code, one.stdout]).to.deep.equal([0, '1 ledgers rebuilt\n'])
    expect(await sheet()).to.deep.equal(right)
    expect([await quiet.findings(own), (await quiet.findings(other)).length > 0]).to.deep.equal([[], true])
    expect(await quiet.count('account_period_totals', own)).to.be.greaterThan(0)

    expect(JSON.parse((await ops('rebuild-statements', '--json')).stdout)).to.deep.equal({ rebuilt: 2 })
    expect((await ops('verify')).code).to.equal(0)
    const nobody = randomUUID()
    const refused = await ops('rebuild-statements', '--end-customer', nobody)
    expect([refused.code, refused.stderr]).to.deep.equal([1, `There is no end customer ${nobody}.\n`])
  })
})

describe('npm run ops -- verify', function () {
  this.timeout(60_000)

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
