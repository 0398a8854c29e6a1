import { expect } from 'chai'
import { completeJobs, enqueue } from '../../../shared/queue/enqueue.ts'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { startWork } from '../../../workers/jobs.ts'
import { eventually } from '../../support/books.ts'
import { BROKEN_FACTS, openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'

/** A crash between two commits would lose one of the two, so there is only one. */
describe('jobs are part of the transaction of their effects', () => {
  let quiet: QuietService
  let customer: string
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  beforeEach(async () => {
    customer = await quiet.newEndCustomer()
  })

  /** Does something in a transaction that never commits. */
  async function takenBack(work: (tx: Tx) => Promise<unknown>): Promise<void> {
    const error = new Error('taken back')
    await quiet.worker.pool
      .transaction(async (tx) => {
        await work(tx)
        throw error
      })
      .catch((thrown) => expect(thrown).to.equal(error))
  }
  const states = (queue: string) =>
    quiet.worker.pool.anyFirst(sql.type(row<{ state: string }>())`
      select state::text from pgboss.job where name = ${queue} and data ->> 'end_customer_id' = ${customer}
    `)

  it('a job exists if and only if what it works on does', async () => {
    const send = (tx: Tx) =>
      enqueue(tx, quiet.worker.boss, 'settlement.match', [{ data: { end_customer_id: customer } }])
    await takenBack(send)
    expect(await states('settlement.match')).to.deep.equal([])
    await quiet.worker.pool.transaction(send)
    expect(await states('settlement.match')).to.deep.equal(['created'])
  })

  it('a job is done if and only if its effects are there', async () => {
    await quiet.post(EXPENSES, expense(customer))
    const [job] = await quiet.worker.boss.fetch('facts.evaluate')
    const complete = (tx: Tx) => completeJobs(tx, quiet.worker.boss, 'facts.evaluate', [job?.id ?? ''])
    await takenBack(complete)
    expect(await states('facts.evaluate')).to.deep.equal(['active'])
    await quiet.worker.pool.transaction(complete)
    expect(await states('facts.evaluate')).to.deep.equal(['completed'])
  })
})

describe('the loops of a worker', () => {
  // Each with a worker of its own: the loops end with it, and those of another would take the jobs before they are looked at.
  let quiet: QuietService
  beforeEach(async () => {
    quiet = await openQuietService()
  })
  afterEach(() => quiet.close())

  for (const [what, change] of BROKEN_FACTS)
    it(`a job whose fact cannot be ${what} is done once the fact is blocked, and so is the rest of its batch`, async () => {
      const customer = await quiet.newEndCustomer()
      const ids: string[] = []
      for (let count = 0; count < 3; count += 1) ids.push((await quiet.post(EXPENSES, expense(customer))).body.id)
      const jobs = await quiet.jobs('facts.evaluate', ids)
      const broken = jobs[1]?.data.source_fact_id ?? ''
      await quiet.breakFact(broken, change)
      const unfollow = await startWork(quiet.worker)
      const find = (id: string) => quiet.worker.boss.findJobs('facts.evaluate', { id })
      const states = () => Promise.all(jobs.map(async ({ id }) => (await find(id))[0]?.state))
      await eventually(async () => !(await states()).includes('created') && !(await states()).includes('active'))
      await unfollow()
      expect(await states()).to.deep.equal(['completed', 'completed', 'completed'])
      const { rows } = await quiet.worker.pool.query(sql.type(row<{ codes: string[] }>())`
        select blocker_codes as codes from fact_states where source_fact_id = ${broken} and state = 'blocked'
      `)
      expect(rows).to.deep.equal([{ codes: ['evaluation_failed'] }])
      expect(await quiet.count('journal_entries', customer)).to.equal(2)
    })
})
