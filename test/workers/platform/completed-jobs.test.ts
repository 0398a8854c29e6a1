import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Client } from 'pg'
import { enqueue } from '../../../shared/queue/enqueue.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import type { Job, JobResult } from '../../../workers/job.ts'
import { FETCHED_BY_ID, startLoops } from '../../../workers/platform/queue-loops.ts'
import { eventually } from '../../support/books.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { ownerUrl } from '../../support/service.ts'

const QUEUE = 'ledger.post'

describe('jobs that were completed in the transaction of their effects', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  /**
   * Has a loop work three jobs of an end customer, until it has handed them back.
   *
   * @param before_end is awaited when the handler has done its work
   * @param meanwhile is awaited when the loop has what the handler says
   */
  async function statesAfter(
    results: (jobs: readonly Job<unknown>[]) => JobResult[],
    before_end = async () => {},
    meanwhile = async () => {},
  ) {
    const end_customer_id = await quiet.newEndCustomer()
    const { boss, pool } = quiet.worker
    const names = [1, 2, 3].map(() => ({ data: { end_customer_id, intent_id: end_customer_id } }))
    await pool.transaction((tx) => enqueue(tx, boss, QUEUE, names))
    const states = () =>
      pool.anyFirst(sql.type(row<{ state: string }>())`
        select state::text from pgboss.job where name = ${QUEUE} and data ->> 'end_customer_id' = ${end_customer_id}
        order by id
      `)
    let isWorked = false
    const handler = async (_: unknown, jobs: readonly Job<never>[]) => {
      await before_end()
      isWorked = true
      return results(jobs)
    }
    await startLoops(quiet.worker, QUEUE, { handler, batch_size: () => 3, loops: () => 1 })
    await eventually(async () => isWorked)
    await meanwhile()
    await boss.offWork(QUEUE, { wait: true })
    return (await states()).toSorted()
  }

  it('are not completed again: one that was put off may have been fetched once more', async () => {
    // This handler has completed none of them in truth, so they go on being active as those that were fetched once more are.
    const results = (jobs: readonly Job<unknown>[]) =>
      jobs.map(({ id }) => ({ id, status: 'completed' as const, in_transaction: true as const }))
    expect(await statesAfter(results)).to.deep.equal(['active', 'active', 'active'])
  })

  it('have a heartbeat that goes on while pg-boss waits for the database', async () => {
    const holder = new Client({ connectionString: ownerUrl(quiet.database_url) })
    await holder.connect()
    try {
      const results = (jobs: readonly Job<unknown>[]) =>
        jobs.map(({ id }) => ({ id, status: 'completed' as const, in_transaction: true as const }))
      const states = await statesAfter(
        results,
        async () => {
          await holder.query('begin; lock table pgboss.job_common in share mode')
        },
        async () => {
          // What completes the batch, and its heartbeat.
          const countWaiting = () =>
            quiet.owner.oneFirst(sql.type(row<{ count: number }>())`
              select count(*)::integer from pg_stat_activity
              where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0
            `)
          await eventually(async () => (await countWaiting()) === 2)
          await holder.query('rollback')
        },
      )
      expect(states).to.deep.equal(['active', 'active', 'active'])
    } finally {
      await holder.end()
    }
  })

  it('all others are completed after their handler', async () => {
    const results = (jobs: readonly Job<unknown>[]) =>
      jobs.map(({ id }, index) => ({
        id,
        status: 'completed' as const,
        ...(index === 0 && { in_transaction: true as const }),
      }))
    expect(await statesAfter(results)).to.deep.equal(['active', 'completed', 'completed'])
  })
})

describe('the query that fetches jobs', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
    await quiet.owner.query(sql.type(row())`alter table pgboss.job_common set (autovacuum_enabled = false)`)
  })
  after(() => quiet.close())

  const add = async (queue: 'facts.backlog' | 'facts.evaluate', count: number) => {
    const data = { end_customer_id: randomUUID(), source_fact_id: randomUUID() }
    const jobs = Array.from({ length: count }, () => ({ data }))
    await quiet.worker.pool.transaction((tx) => enqueue(tx, quiet.worker.boss, queue, jobs))
  }
  /** As the connections of pg-boss plan it. */
  const planOf = async (queue: 'facts.backlog') => {
    const { boss } = quiet.worker
    const plan: string[] = []
    const executeSql = async (text: string, values?: unknown[]) => {
      const { rows } = await boss.getDb().executeSql(`explain ${text}`, values)
      plan.push(...rows.map((line) => String(Object.values(line)[0])))
      return { rows: [] }
    }
    await boss.fetch(queue, { batchSize: 500, ...FETCHED_BY_ID, db: { executeSql } })
    return plan.join('\n')
  }
  const BY_ID = "Index Cond: ((name = 'facts.backlog'::text) AND (id = ANY ("

  it('looks up those that it takes by their ids, though there were none of the queue when the table was analyzed', async () => {
    await add('facts.evaluate', 1)
    await quiet.owner.query(sql.type(row())`analyze pgboss.job_common`)
    await add('facts.backlog', 5_000)
    expect(await planOf('facts.backlog')).to.include(BY_ID)
  })

  it('does so, too, though all of them waited when the table was analyzed', async () => {
    await quiet.owner.query(sql.type(row())`analyze pgboss.job_common`)
    expect(await planOf('facts.backlog')).to.include(BY_ID)
  })
})
