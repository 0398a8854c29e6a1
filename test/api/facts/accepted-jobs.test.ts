import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Client } from 'pg'
import { uuidOf } from '../../../shared/process/ids.ts'
import { enqueue } from '../../../shared/queue/enqueue.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { eventually } from '../../support/books.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'

/** Accepting a fact writes the job itself, in the same statement; nobody may be able to tell it from pg-boss's own. */
describe('the job of an accepted fact', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  /** Every column, with the points in time as what lies between them. */
  const jobWith = (id: string) =>
    quiet.worker.pool.one(sql.type(row<Record<string, unknown>>())`
      select to_jsonb(job) - array['id', 'data', 'created_on', 'start_after', 'keep_until'] as options,
        keep_until - start_after as kept, start_after - created_on as delay, start_after <= now() as is_due,
        tableoid::regclass::text as partition
      from pgboss.job where id = ${id}
    `)

  it('has the columns that pg-boss would have given it', async () => {
    const customer = await quiet.newEndCustomer()
    const { body } = await quiet.post(EXPENSES, expense(customer))
    const ours = uuidOf('source_fact', body.id) as string
    const theirs = randomUUID()
    const { pool, boss } = quiet.worker
    await pool.transaction((tx) =>
      enqueue(tx, boss, 'facts.evaluate', [
        { data: { end_customer_id: customer, source_fact_id: theirs }, options: { id: theirs } },
      ]),
    )
    const made = await jobWith(theirs)
    expect(await jobWith(ours)).to.deep.equal(made)
    expect(made).to.deep.include({ is_due: true, partition: 'pgboss.job_common' })
    expect(await quiet.jobs('facts.evaluate', [body.id])).to.deep.equal([
      { id: ours, data: { end_customer_id: customer, source_fact_id: ours } },
    ])
  })

  it('wakes the workers that listen as pg-boss would', async () => {
    const customer = await quiet.newEndCustomer()
    let text = ''
    await quiet.worker.boss.insert('facts.evaluate', [{}], {
      db: {
        async executeSql(statement: string) {
          text = statement
          return { rows: [] }
        },
      },
    })
    const expression = /pg_notify\((.*), 'facts\.evaluate'\)/.exec(text)?.[1]
    const listener = new Client({ connectionString: quiet.database_url })
    await listener.connect()
    const { rows } = await listener.query(`select ${expression} as channel`)
    await listener.query(`listen ${rows[0].channel}`)
    const heard: unknown[] = []
    listener.on('notification', ({ payload }) => heard.push(payload))
    await quiet.post(EXPENSES, expense(customer))
    await eventually(async () => heard.length > 0)
    expect(heard).to.deep.equal(['facts.evaluate'])
    await listener.end()
  })

  it('a known body key among many new facts costs no connection', async () => {
    const customer = await quiet.newEndCustomer()
    const known = expense(customer)
    await quiet.post(EXPENSES, known)
    const backends = async () =>
      quiet.worker.pool.manyFirst(sql.type(row<{ pid: number }>())`
        select pid from pg_stat_activity where datname = current_database() order by pid
      `)
    const warm = () => Promise.all(Array.from({ length: 10 }, () => quiet.post(EXPENSES, expense(customer))))
    await warm()
    const before = await backends()
    for (let round = 0; round < 5; round += 1) await Promise.all([quiet.post(EXPENSES, known), warm()])
    // Load may open further connections, but none may end.
    expect(before).not.to.deep.equal([])
    expect(await backends()).to.include.members(before)
    expect(await quiet.count('source_facts', customer)).to.equal(61)
  })
})
