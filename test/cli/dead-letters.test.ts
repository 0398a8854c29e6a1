import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../shared/store/db/database.ts'
import type { QueueLine } from '../../shared/store/platform/queue-figures.ts'
import { evaluateFacts } from '../../workers/facts/evaluate-facts.ts'
import { PATIENT } from '../support/processes/patient-lane.ts'
import { commandsOn } from '../support/processes/run-cli.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { EXPENSES, expense } from '../support/requests/examples.ts'
import { failForGood } from './planted-jobs.ts'

describe('npm run ops: dead letters', function () {
  this.timeout(180_000)
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  const { ops, opsJson } = commandsOn(() => quiet.database_url)

  it('a fact whose job failed for good is listed, redriven and requeued', async () => {
    const customer = await quiet.newEndCustomer()
    const { body } = await quiet.post(EXPENSES, expense(customer))
    const waiting = (await opsJson('queues')).find((line: QueueLine) => line.queue === 'facts.evaluate')
    expect(waiting.waiting).to.equal(1)

    const [job] = await quiet.jobs('facts.evaluate', [body.id])
    await failForGood(quiet, job?.id ?? '', 'a planted failure')
    const deadLetters = await opsJson('dead-letters', '--error', 'planted')
    expect(deadLetters).to.have.length(1)
    expect(deadLetters[0]).to.include({
      source_queue: 'facts.evaluate',
      end_customer_id: customer,
      error: 'a planted failure',
    })
    expect((await ops('dead-letters', '--end-customer', randomUUID())).stdout).to.include('nothing')
    expect((await ops('redrive')).stdout).to.include('1 would be redriven')
    expect((await ops('redrive', '--yes', '--queue', 'facts.evaluate')).stdout).to.include('1 redriven')
    expect(await opsJson('dead-letters')).to.deep.equal([])

    expect((await ops('requeue', '--state', 'received', '--end-customer', customer)).stdout).to.equal(
      '0 facts are queued; 1 wait with a job already\n',
    )
    const again = await quiet.jobs('facts.evaluate', [body.id])
    expect(again).to.have.length(1)
    await evaluateFacts(quiet.worker, again, PATIENT)
    expect(await quiet.count('journal_entries', customer)).to.equal(1)
    expect((await ops('requeue', '--end-customer', customer)).stdout).to.include('0 facts')
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
    const [left] = await opsJson('dead-letters', '--queue', 'statements.refresh', '--error', 'planted')
    expect(left.error).to.equal('planted')
    expect((await opsJson('jobs', '--queue', 'dead_letters', '--state', 'failed'))[0].error).to.include('Not redriven')
    await quiet.worker.pool.query(sql.type(row())`
      update pgboss.job set completed_on = now() - interval '5 years' where id = ${left.id} and completed_on is not null
    `)
    await quiet.worker.boss.supervise('dead_letters')
    expect(await opsJson('dead-letters', '--queue', 'statements.refresh')).to.have.length(1)
    expect((await ops('retry', left.id)).stdout).to.include('can be redriven again')
    const [waiting] = await opsJson('jobs', '--queue', 'statements.refresh', '--state', 'created')
    await ops(...redrive)
    await ops('cancel', waiting.id)
    expect(await opsJson(...redrive)).to.include({ redriven: 1 })
    expect((await ops('retry', waiting.id)).stderr).to.match(/ is not needed: the same work is waiting already\.\n$/)
  })
})
