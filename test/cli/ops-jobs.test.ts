import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Jobs } from '../../shared/queue/queues.ts'
import { row, sql } from '../../shared/store/db/database.ts'
import type { QueueLine } from '../../shared/store/platform/queue-figures.ts'
import type { JobLine } from '../../shared/store/platform/queued-jobs.ts'
import { evaluateFacts } from '../../workers/facts/evaluate-facts.ts'
import { PATIENT } from '../support/processes/patient-lane.ts'
import { commandsOn } from '../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { there } from '../support/there.ts'
import { failForGood, newJob } from './planted-jobs.ts'

describe('npm run ops: jobs', function () {
  this.timeout(180_000)
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  const { ops, opsJson } = commandsOn(() => quiet.database_url)

  it('jobs: listed by queue, state, end customer, error and time; job: one whole, with its dead letter', async () => {
    const customer = await quiet.newEndCustomer()
    const job = await newJob(quiet, customer)
    const [waiting] = await opsJson('jobs', '--queue', 'facts.evaluate', '--state', 'created')
    expect(waiting).to.include({ id: job.id, queue: 'facts.evaluate', state: 'created', attempts: 0, error: null })
    await failForGood(quiet, job.id)

    const [failed] = await opsJson('jobs', '--end-customer', customer.toUpperCase(), '--state', 'failed')
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
      expect(await opsJson('jobs', ...args), args.join(' ')).to.have.length(count)
    expect((await ops('jobs', '--limit', '1')).stdout).to.include('These are the newest 1; --limit shows more.')

    const [whole, deadLetter, ...none] = await opsJson('job', job.id)
    expect(none).to.deep.equal([])
    expect(whole.data).to.deep.equal(job.data)
    expect(whole.output).to.deep.equal({ message: '100% planted' })
    expect(deadLetter).to.include({ queue: 'dead_letters', source_id: job.id, source_queue: 'facts.evaluate' })
    expect(await opsJson('job', deadLetter.id)).to.deep.equal([deadLetter])
    expect((await ops('job', job.id)).stdout).to.include(job.data.source_fact_id)
  })

  it('retry: a failed job runs once more, and a second run by redrive books nothing twice', async () => {
    const customer = await quiet.newEndCustomer()
    const { id } = await newJob(quiet, customer)
    const early = await ops('retry', id)
    expect([early.code, early.stderr]).to.deep.equal([
      1,
      `Job ${id} of facts.evaluate is created; only a failed or cancelled job can be retried.\n`,
    ])
    await failForGood(quiet, id)
    const [, deadLetter] = await opsJson('job', id)
    expect((await ops('retry', deadLetter.id)).stderr).to.match(/^Job .* is a dead letter; redrive sends it back/)

    expect(await opsJson('retry', id)).to.deep.equal({ id, queue: 'facts.evaluate', state: 'retry' })
    const [fetched] = await quiet.worker.boss.fetch<Jobs['facts.evaluate']>('facts.evaluate', { includeMetadata: true })
    expect(fetched).to.include({ id, retryCount: 1, retryLimit: 1 })
    await evaluateFacts(quiet.worker, [there(fetched)], PATIENT)
    expect(await quiet.count('journal_entries', customer)).to.equal(1)
    expect((await opsJson('job', id))[0]).to.include({ state: 'completed', attempts: 2 })

    const filter = ['--end-customer', customer, '--since', deadLetter.created_at, '--until', deadLetter.created_at]
    expect(await opsJson('redrive', ...filter)).to.deep.include({ done: false, redriven: 0 })
    expect(await opsJson('redrive', ...filter, '--yes')).to.deep.include({ done: true, redriven: 1 })
    await evaluateFacts(quiet.worker, await quiet.worker.boss.fetch<Jobs['facts.evaluate']>('facts.evaluate'), PATIENT)
    expect(await quiet.count('journal_entries', customer)).to.equal(1)
    expect((await ops('retry', id)).stderr).to.include('is completed; only a failed or cancelled job')
  })

  it('cancel: the fact waits until requeue; what is done cannot be cancelled', async () => {
    const customer = await quiet.newEndCustomer()
    const { id } = await newJob(quiet, customer)
    expect((await ops('cancel', id)).stdout).to.equal(`job ${id} of facts.evaluate is cancelled\n`)
    expect(await quiet.worker.boss.fetch('facts.evaluate')).to.deep.equal([])
    const again = await ops('cancel', id)
    expect([again.code, again.stderr]).to.deep.equal([
      1,
      `Job ${id} of facts.evaluate is cancelled; only what is not done yet can be cancelled.\n`,
    ])
    expect(await opsJson('requeue', '--end-customer', customer)).to.deep.equal({ matching: 1, queued: 1 })
    expect(await opsJson('retry', id)).to.deep.equal({ id, queue: 'facts.evaluate', state: 'created' })
    const [running] = await quiet.worker.boss.fetch('facts.evaluate')
    expect((await ops('cancel', running?.id ?? '')).stdout).to.include('may still take effect')
  })

  it('a job id that several queues have needs --queue', async () => {
    const customer = await quiet.newEndCustomer()
    const { id } = await newJob(quiet, customer)
    await quiet.worker.boss.insert('ledger.post', [{ id, data: { end_customer_id: customer } }])
    expect(await opsJson('job', id)).to.have.length(2)
    expect((await ops('cancel', id)).stderr).to.equal(
      `Job ${id} is in facts.evaluate and ledger.post; name one with --queue.\n`,
    )
    expect((await ops('cancel', id, '--queue', 'ledger.post')).code).to.equal(0)
    expect((await opsJson('job', id)).map(({ state }: JobLine) => state).sort()).to.deep.equal(['cancelled', 'created'])
  })

  it('queues: what was done lately, what failed, and the dead letters of each', async () => {
    const customer = await quiet.newEndCustomer()
    const { id } = await newJob(quiet, customer)
    const { id: posted } = await newJob(quiet, customer)
    const of = async (queue: string) => (await opsJson('queues')).find((line: QueueLine) => line.queue === queue)
    const before = await of('facts.evaluate')
    await failForGood(quiet, id)
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
