import { expect } from 'chai'
import type { QueueName } from '../../shared/contract/platform/queue-names.ts'
import type { Jobs } from '../../shared/queue/queues.ts'
import {
  countUndecidedWork,
  findUndecidedWork,
  type UndecidedWork,
  type WorkFilter,
} from '../../shared/store/platform/undecided-work.ts'
import { importBankStatements } from '../../workers/bank/import-bank-statements.ts'
import { evaluateFacts } from '../../workers/facts/evaluate-facts.ts'
import type { Job } from '../../workers/job.ts'
import { postIntents } from '../../workers/settlement/post-intents.ts'
import { bankEntry, camt053Message } from '../camt053/messages.ts'
import { PATIENT } from '../support/processes/patient-lane.ts'
import { commandsOn } from '../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { EXPENSES, expense } from '../support/requests/examples.ts'

describe('npm run ops -- requeue', function () {
  this.timeout(180_000)
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  const { ops, opsJson } = commandsOn(() => quiet.database_url)
  const requeue = (...args: string[]) => opsJson('requeue', ...args)

  const send = async (customer: string, overrides: Parameters<typeof expense>[1] = {}): Promise<string> =>
    (await quiet.post(EXPENSES, expense(customer, overrides))).body.id
  const evaluate = async (ids: readonly string[]) =>
    evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', ids), PATIENT)

  /** As if no request had ever enqueued the work. */
  async function loseJobs(queue: QueueName, customer: string): Promise<void> {
    const jobs = await quiet.jobsOf(queue, customer)
    expect(jobs).to.have.length(1)
    await quiet.worker.boss.deleteJob(
      queue,
      jobs.map(({ id }) => id),
    )
  }

  /** Delivers the requeued job to two workers at once, and then again. */
  async function deliver<Q extends QueueName>(
    queue: Q,
    customer: string,
    run: (jobs: Job<Jobs[Q]>[]) => Promise<unknown>,
  ) {
    const jobs = await quiet.jobsOf(queue, customer)
    expect(jobs).to.have.length(1)
    await Promise.all([run(jobs), run(jobs)])
    await run(jobs)
  }

  it('facts: by state, blocker and end customer, one at a time and together; a dry run only counts', async () => {
    const [customer, other] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    const noReceipt = { evidence_links: [] }
    const noSupplier = { payload: { supplier: undefined } }
    await evaluate([
      await send(customer, noReceipt),
      await send(customer, noSupplier),
      await send(other, noReceipt),
      await send(customer),
    ])
    await send(customer)
    await send(other)
    const rows: [WorkFilter, number][] = [
      [{}, 5],
      [{ state: 'received' }, 2],
      [{ state: 'blocked' }, 3],
      [{ blocker: 'receipt_missing' }, 2],
      [{ blocker: 'supplier_missing' }, 1],
      [{ endCustomer: customer }, 3],
      [{ endCustomer: customer, state: 'blocked' }, 2],
      [{ endCustomer: customer, blocker: 'receipt_missing' }, 1],
      [{ endCustomer: other, blocker: 'supplier_missing' }, 0],
      [{ state: 'received', blocker: 'receipt_missing' }, 0],
      [{ endCustomer: customer, state: 'blocked', blocker: 'supplier_missing' }, 1],
    ]
    for (const [filter, count] of rows) {
      const message = JSON.stringify(filter)
      expect(await countUndecidedWork(quiet.worker.pool, 'facts', filter), message).to.equal(count)
      expect(await findUndecidedWork(quiet.worker.pool, 'facts', filter, null, 10), message).to.have.length(count)
    }
    const all = await findUndecidedWork(quiet.worker.pool, 'facts', {}, null, 10)
    const page = (after: string | null) => findUndecidedWork(quiet.worker.pool, 'facts', {}, after, 3)
    const first = await page(null)
    expect([...first, ...(await page((first.at(-1) as UndecidedWork).id))]).to.deep.equal(all)

    const args = ['--end-customer', customer.toUpperCase(), '--state', 'blocked', '--blocker', 'receipt_missing']
    // The handler was called without a loop that has taken the jobs, so they still wait.
    const done = await quiet.jobsOf('facts.evaluate', customer)
    await quiet.worker.boss.deleteJob(
      'facts.evaluate',
      done.map(({ id }) => id),
    )
    const before = (await quiet.jobsOf('facts.evaluate', customer)).length
    expect(await requeue(...args, '--dry-run')).to.deep.equal({ matching: 1, queued: 0 })
    expect(await quiet.jobsOf('facts.evaluate', customer)).to.have.length(before)
    expect((await ops('requeue', 'facts', ...args)).stdout).to.equal('1 facts are queued\n')
    expect(await quiet.jobsOf('facts.evaluate', customer)).to.have.length(before + 1)
  })

  it('facts that have a waiting job get no second one, however often they are requeued', async () => {
    const customer = await quiet.newEndCustomer()
    for (let count = 0; count < 5; count += 1)
      await send(customer, { idempotency_key: `k${count}`, external_reference: `r${count}` })
    const jobs = await quiet.jobsOf('facts.evaluate', customer)
    await quiet.worker.boss.deleteJob(
      'facts.evaluate',
      jobs.slice(0, 2).map(({ id }) => id),
    )
    const args = ['--end-customer', customer]
    expect((await ops('requeue', 'facts', ...args)).stdout).to.equal('2 facts are queued; 3 wait with a job already\n')
    for (const _ of [1, 2]) expect(await requeue(...args)).to.deep.equal({ matching: 5, queued: 0 })
    expect(await quiet.jobsOf('facts.evaluate', customer)).to.have.length(5)
    await evaluateFacts(quiet.worker, await quiet.jobsOf('facts.evaluate', customer), PATIENT)
    expect(await quiet.count('journal_entries', customer)).to.equal(5)
  })

  it('intents: one whose job is lost is executed, once', async () => {
    const [customer, other] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    for (const each of [customer, other]) {
      const id = await send(each)
      await evaluate([id])
      await quiet.post(`/v1/source-facts/${id}/reverse`, { end_customer_id: each, reason: 'wrong' })
      await loseJobs('ledger.post', each)
    }
    expect((await ops('requeue', 'intents', '--dry-run')).stdout).to.equal(
      '2 intents match; --dry-run only counts, also those that wait with a job already\n',
    )
    const args = ['intents', '--end-customer', customer, '--state', 'received']
    for (const queued of [1, 0]) expect(await requeue(...args)).to.deep.equal({ matching: 1, queued })
    expect(await quiet.jobsOf('ledger.post', other)).to.deep.equal([])
    await deliver('ledger.post', customer, (jobs) => postIntents(quiet.worker, jobs))
    expect(await quiet.count('journal_entries', customer)).to.equal(2)
    expect(await quiet.findings(customer)).to.deep.equal([])
    expect(await requeue('intents', '--end-customer', customer)).to.deep.equal({ matching: 0, queued: 0 })
  })

  it('imports: a bank statement whose job is lost is imported, once', async () => {
    const customer = await quiet.newEndCustomer()
    await quiet.upload(customer, camt053Message({ bankEntries: bankEntry() }))
    await loseJobs('camt053.import', customer)
    for (const queued of [1, 0])
      expect(await requeue('imports', '--end-customer', customer)).to.deep.equal({ matching: 1, queued })
    await deliver('camt053.import', customer, (jobs) => importBankStatements(quiet.worker, jobs))
    expect(await quiet.count('camt053_entries', customer)).to.equal(1)
    expect(await requeue('imports')).to.deep.equal({ matching: 0, queued: 0 })
    const wrong = await ops('requeue', 'payments')
    expect([wrong.code, wrong.stderr.trim().includes('\n')]).to.deep.equal([1, false])
    expect(wrong.stderr).to.include('Allowed choices are facts, intents, imports, notifications.')
  })
})
