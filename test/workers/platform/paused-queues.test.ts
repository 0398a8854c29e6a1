import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { eventually } from '../../support/books.ts'
import { runCli } from '../../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'

type Worker = { readonly child: ChildProcess; readonly output: string[] }

/** Real workers: what one of them takes is gone, so only processes show that none of them takes anything. */
describe('paused queues', function () {
  this.timeout(180_000)
  let quiet: QuietService
  let customer: string
  const workers: Worker[] = []

  before(async () => {
    quiet = await openQuietService()
    customer = await quiet.newEndCustomer()
  })
  after(async () => {
    for (const { child } of workers) child.kill('SIGKILL')
    await quiet.close()
  })

  const ops = (...args: string[]) => runCli('shared/cli/ops.ts', args, { DATABASE_URL: quiet.database_url })

  async function startWorker(): Promise<Worker> {
    const env = { ...process.env, DATABASE_URL: quiet.database_url, LOG_LEVEL: 'info' }
    const child = spawn(process.execPath, ['workers/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const worker: Worker = { child, output: [] }
    child.stdout?.setEncoding('utf8').on('data', (piece) => worker.output.push(piece))
    workers.push(worker)
    await logged(worker, 'the worker is running')
    return worker
  }

  const count = ({ output }: Worker, text: string) => output.join('').split(text).length - 1
  const logged = (worker: Worker, text: string, times = 1) => eventually(async () => count(worker, text) >= times)

  async function send(facts: number): Promise<void> {
    const answers = await Promise.all(Array.from({ length: facts }, () => quiet.post(EXPENSES, expense(customer))))
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 202))
  }

  /** How many jobs of a queue are in a state. */
  const jobs = (queue: string, state: string) =>
    quiet.worker.pool.oneFirst(sql.type(row<{ count: number }>())`
      select count(*)::integer as count from pgboss.job where name = ${queue} and state::text = ${state}
    `)

  /** Every worker is there and takes what comes after the facts, from a queue that nobody has paused. */
  async function expectUntouched(facts: number): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      const done = await jobs('statements.refresh', 'completed')
      await quiet.worker.boss.send('statements.refresh', { end_customer_id: customer })
      await eventually(async () => (await jobs('statements.refresh', 'completed')) > done)
      expect((await jobs('facts.evaluate', 'created')) + (await jobs('facts.backlog', 'created'))).to.equal(facts)
    }
  }

  const entries = () => quiet.count('journal_entries', customer)

  it('a worker that is started while a queue is paused takes nothing of it, and all once it is resumed', async () => {
    const paused = await ops('pause', 'facts.evaluate', '--reason', 'a new chart is coming')
    expect([paused.code, paused.stderr]).to.deep.equal([0, ''])
    expect(paused.stdout).to.match(/^facts\.evaluate is paused since 20.*: facts are accepted and wait/)
    await send(10)
    const worker = await startWorker()
    await expectUntouched(10)
    expect([await entries(), count(worker, '"queue":"facts.evaluate"')]).to.deep.equal([0, 0])
    expect((await fetch(`${quiet.base_url}/readyz`)).status).to.equal(200)
    expect(count(worker, 'the queue is processed again')).to.equal(0)

    expect((await ops('resume', 'facts.evaluate')).stdout).to.equal('facts.evaluate is resumed\n')
    await eventually(async () => (await entries()) === 10, 10)
    await logged(worker, 'the queue is processed again', 2) // with the backlog
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('workers that run stop taking its jobs, finish what they have, and stay so over a restart', async () => {
    const [first, second] = [workers[0] as Worker, await startWorker()]
    const since = JSON.parse((await ops('pause', 'facts.evaluate', '--reason', 'again', '--json')).stdout).paused_since
    for (const worker of [first, second]) await logged(worker, 'the queue is paused')
    await send(10)
    await expectUntouched(10)
    expect(await entries()).to.equal(10)

    const lines = JSON.parse((await ops('queues', '--json')).stdout)
    const line = (name: string) => lines.find(({ queue }: { queue: string }) => queue === name)
    expect(line('facts.evaluate')).to.include({ waiting: 10, active: 0, paused_since: since, pause_reason: 'again' })
    expect(line('facts.backlog')).to.include({ paused_since: since, pause_reason: 'again' })
    expect(line('ledger.post').paused_since).to.equal(null)
    // What the operator asks for goes through the backlog, which is paused with the queue.
    await quiet.worker.boss.deleteQueuedJobs('facts.evaluate')
    expect((await ops('requeue', '--end-customer', customer)).stdout).to.equal('10 facts are queued\n')

    first.child.kill('SIGTERM')
    expect(await once(first.child, 'exit')).to.deep.equal([0, null])
    await startWorker()
    await expectUntouched(10)

    expect(JSON.parse((await ops('resume', 'facts.evaluate', '--json')).stdout)).to.deep.equal({
      queue: 'facts.evaluate',
      was_paused: true,
    })
    await eventually(async () => (await jobs('facts.evaluate', 'created')) === 0, 10)
    await eventually(async () => (await entries()) === 20, 10)
    expect(await quiet.findings(customer)).to.deep.equal([])
    expect((await ops('resume', 'facts.evaluate')).stdout).to.equal('facts.evaluate was not paused\n')
  })

  it('the help says what pausing each queue means, and only work can be paused', async () => {
    const { stdout } = await ops('pause', '--help')
    expect(stdout)
      .to.match(/facts\.evaluate +facts are accepted and wait/)
      .and.include('statements stay exact')
    const wrong = await ops('pause', 'dead_letters')
    expect([wrong.code, wrong.stderr.trim().includes('\n')]).to.deep.equal([1, false])
    expect(wrong.stderr).to.include('Allowed choices are facts.evaluate, ')
  })
})
