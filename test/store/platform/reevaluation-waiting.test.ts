import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Client } from 'pg'
import { FACT_QUEUES } from '../../../shared/contract/platform/queue-names.ts'
import { completeJobs } from '../../../shared/queue/enqueue.ts'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { migrate } from '../../../shared/store/migrate.ts'
import { hasReevaluationWaiting } from '../../../shared/store/platform/queue-state.ts'
import { findFactsWithJob } from '../../../shared/store/platform/waiting-jobs.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'
import { ownerUrl } from '../../support/service.ts'

const JOBS = 100_000
const BATCH = 100
/** Rows of the end customer itself; whatever else is read grows with the jobs of others. */
const MOST_READ = 5

/** What a query reads is counted by PostgreSQL, so the test does not depend on how fast the machine is. */
describe('whether facts of an end customer wait to be evaluated again', function () {
  this.timeout(360_000)
  let quiet: QuietService
  const other = randomUUID()
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  const plant = (name: string, state: string, end_customer_id: string, count = 1) =>
    quiet.owner.query(sql.type(row())`
      insert into pgboss.job (name, state, data)
      select ${name}, ${state}::pgboss.job_state, jsonb_build_object('end_customer_id', ${end_customer_id}::text)
      from generate_series(1, ${count}::integer)
    `)

  const countRead = (tx: Tx) =>
    tx.oneFirst(sql.type(row<{ read: number }>())`
      select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where relname = 'job_common'
    `)

  async function readFor(end_customer_id: string) {
    return quiet.worker.pool.transaction(async (tx) => {
      const before = await countRead(tx)
      const waits = await hasReevaluationWaiting(tx, end_customer_id)
      return { waits, read: (await countRead(tx)) - before }
    })
  }

  /** Rows that are read to find which facts of an end customer without jobs have one. */
  async function readForFacts() {
    return quiet.worker.pool.transaction(async (tx) => {
      const before = await countRead(tx)
      await findFactsWithJob(
        tx,
        randomUUID(),
        Array.from({ length: 1_000 }, () => randomUUID()),
      )
      return (await countRead(tx)) - before
    })
  }

  /** Rows that are read to complete some jobs. */
  async function readToComplete(count: number) {
    const ids = await quiet.owner.anyFirst(sql.type(row<{ id: string }>())`
      select id from pgboss.job where name = 'facts.evaluate' and state = 'active' limit ${count}
    `)
    return quiet.worker.pool.transaction(async (tx) => {
      const before = await countRead(tx)
      await completeJobs(tx, quiet.worker.boss, 'facts.evaluate', [...ids])
      return (await countRead(tx)) - before
    })
  }

  // First of all: no worker could do the jobs that are planted behind.
  it('they do for a fact that waits for its first decision, and do not once it has one', async () => {
    const customer = await quiet.newEndCustomer()
    await quiet.work('facts.reevaluate')
    expect(await hasReevaluationWaiting(quiet.worker.pool, customer)).to.equal(false)
    await quiet.post(EXPENSES, expense(customer))
    expect(await hasReevaluationWaiting(quiet.worker.pool, customer)).to.equal(true)
    await quiet.owner.query(sql.type(row())`
      update fact_states set failed_at = now() where end_customer_id = ${customer}
    `)
    expect(await hasReevaluationWaiting(quiet.worker.pool, customer)).to.equal(true)
    for (const queue of FACT_QUEUES) await quiet.work(queue)
    expect(await hasReevaluationWaiting(quiet.worker.pool, customer)).to.equal(false)
  })

  it('they do not for a fact whose job was given up', async () => {
    const customer = await quiet.newEndCustomer()
    await quiet.work('facts.reevaluate')
    await quiet.post(EXPENSES, expense(customer))
    const failed = sql.type(row())`update fact_states set failed_at = now() where end_customer_id = ${customer}`
    await quiet.owner.query(failed)
    expect(await hasReevaluationWaiting(quiet.worker.pool, customer)).to.equal(true)
    const [job] = await quiet.jobsOf('facts.evaluate', customer)
    await quiet.owner.query(sql.type(row())`update pgboss.job set state = 'failed' where id = ${job?.id ?? ''}`)
    expect(await hasReevaluationWaiting(quiet.worker.pool, customer)).to.equal(false)
    await quiet.owner.query(sql.type(row())`update pgboss.job set state = 'cancelled' where id = ${job?.id ?? ''}`)
  })

  for (const name of ['facts.reevaluate', ...FACT_QUEUES])
    for (const [state, waits] of [
      ...(['created', 'retry', 'active'] as const).map((state) => [state, true] as const),
      ...(['completed', 'cancelled', 'failed'] as const).map((state) => [state, false] as const),
    ])
      it(`${waits ? 'they do' : 'they do not'} for a job of ${name} that is ${state}`, async () => {
        const customer = randomUUID()
        await plant(name, state, customer)
        expect(await hasReevaluationWaiting(quiet.worker.pool, customer)).to.equal(waits)
        expect(await hasReevaluationWaiting(quiet.worker.pool, randomUUID())).to.equal(false)
      })

  it('jobs of other queues are none of them', async () => {
    const customer = randomUUID()
    await plant('ledger.post', 'created', customer)
    expect(await hasReevaluationWaiting(quiet.worker.pool, customer)).to.equal(false)
  })

  describe(`with ${JOBS} jobs of others`, () => {
    const worked = randomUUID()
    before(async () => {
      await quiet.owner.query(sql.type(row())`analyze pgboss.job_common`)
      for (const [name, state] of [
        ['facts.evaluate', 'created'],
        ['facts.backlog', 'retry'],
        ['facts.evaluate', 'active'],
      ] as const)
        await plant(name, state, other, JOBS / 4)
      await plant('facts.evaluate', 'completed', worked, JOBS / 4)
    })

    for (const [when, prepare] of [
      ['statistics of few jobs', async () => undefined],
      ['statistics of all of them', () => quiet.owner.query(sql.type(row())`analyze pgboss.job_common`)],
    ] as const)
      it(`is one probe of an index: with ${when}`, async () => {
        await prepare()
        for (const [customer, expected] of [
          [randomUUID(), false],
          [worked, false],
          [other, true],
        ] as const) {
          const { waits, read } = await readFor(customer)
          expect(waits).to.equal(expected)
          expect(read).to.be.at.most(MOST_READ)
        }
        expect(await readForFacts(), 'to find jobs of facts').to.be.at.most(MOST_READ)
        expect(await readToComplete(BATCH), 'to complete a batch').to.be.within(BATCH, 2 * BATCH)
      })
  })

  it('the release makes an index anew that it had no time to make, beside one that waits for it', async () => {
    const owner = new Client({ connectionString: ownerUrl(quiet.database_url) })
    await owner.connect()
    const indexes = async () =>
      (
        await owner.query(
          `select indisvalid from pg_index where indexrelid = to_regclass('pgboss.jobs_that_come_again')`,
        )
      ).rows
    try {
      await owner.query(
        `update pg_index set indisvalid = false where indexrelid = 'pgboss.jobs_that_come_again'::regclass`,
      )
      const urls = { database_url: quiet.database_url, migration_database_url: ownerUrl(quiet.database_url) }
      await Promise.all([migrate(urls), migrate(urls), migrate(urls)])
      expect(await indexes()).to.deep.equal([{ indisvalid: true }])
    } finally {
      await owner.end()
    }
  })
})
