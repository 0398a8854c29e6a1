import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { issueKey } from '../../../../shared/store/platform/issue-key.ts'
import { evaluateFacts } from '../../../../workers/facts/evaluate-facts.ts'
import { BACKLOG, type Lane, SHORT_LANE } from '../../../../workers/facts/lanes.ts'
import { at } from '../../../support/client.ts'
import { whileHeld } from '../../../support/processes/while-held.ts'
import { openQuietService, type QuietService } from '../../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'

const BATCH = 5
/** More than a key may send to the short lane. */
const MANY = 150

/** A service whose worker does nothing by itself, so that handlers can be called with the jobs of a test. */
describe('small facts of one end customer beside a backlog of another one', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  /** As another key, which has sent little so far. */
  async function sendSmall(customer: string): Promise<void> {
    const key = await issueKey(quiet.worker.pool, { client_name: 'small' })
    expect((await at(quiet.base_url, key).post(EXPENSES, expense(customer))).status).to.equal(202)
  }

  /** Fetches a batch and works it, as a loop of a worker does. */
  async function work(lane: Lane): Promise<void> {
    const jobs = await quiet.worker.boss.fetch<never>(lane.queue, { batchSize: BATCH })
    const worker = { ...quiet.worker, config: { ...quiet.worker.config, worker_batch_size: BATCH } }
    const results = await evaluateFacts(worker, jobs, lane)
    expect(results.map(({ status }) => status)).to.deep.equal(jobs.map(() => 'completed'))
  }

  async function backlogOf(customer: string): Promise<void> {
    const items = Array.from({ length: MANY }, () => expense(customer))
    expect((await quiet.post('/v1/source-facts/batch', { items })).status).to.equal(202)
  }

  /** The queues in which facts of an end customer wait. */
  const waitsIn = (customer: string) =>
    quiet.worker.pool.anyFirst(sql.type(row<{ name: string }>())`
      select name from pgboss.job
      where data ->> 'end_customer_id' = ${customer} and name in ('facts.evaluate', 'facts.backlog') and state < 'active'
    `)

  it('are never behind a transaction of the backlog, whoever holds their ledger meanwhile', async () => {
    const step = fc.constantFrom('sent', 'sent', 'short', 'short while held', 'backlog' as const)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const [many, small] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
        await backlogOf(many)
        let sent = 0
        for (const what of [...steps, 'short']) {
          if (what === 'sent') {
            await sendSmall(small)
            sent += 1
          } else if (what === 'backlog') await work(BACKLOG)
          else if (what === 'short while held') await whileHeld(quiet.owner, small, () => work(SHORT_LANE))
          else for (let left = sent; left > 0; left -= BATCH) await work(SHORT_LANE)
          expect(await waitsIn(small)).not.to.include('facts.backlog')
          if (what === 'short') expect(await quiet.count('journal_entries', small)).to.equal(sent)
        }
        expect(await waitsIn(small)).to.deep.equal([])
        expect(await quiet.findings(small)).to.deep.equal([])
        await quiet.work('facts.backlog')
      }),
      { numRuns: 4 },
    )
  })

  it('are not taken along by the backlog, which would hold their ledger until its last fact is booked', async () => {
    const [many, small] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    await backlogOf(many)
    await sendSmall(small)
    await sleep(600)
    await work(BACKLOG)
    expect(await quiet.count('journal_entries', many)).to.be.at.least(BATCH)
    expect(await quiet.count('journal_entries', small)).to.equal(0)
    await work(SHORT_LANE)
    expect(await quiet.count('journal_entries', small)).to.equal(1)
    await quiet.work('facts.backlog')
  })

  it('wait in the backlog where their own end customer has much there', async () => {
    const many = await quiet.newEndCustomer()
    await backlogOf(many)
    await sendSmall(many)
    expect(new Set(await waitsIn(many))).to.deep.equal(new Set(['facts.evaluate', 'facts.backlog']))
    await whileHeld(quiet.owner, many, () => work(SHORT_LANE))
    expect(new Set(await waitsIn(many))).to.deep.equal(new Set(['facts.backlog']))
    await quiet.work('facts.backlog')
    expect(await quiet.count('journal_entries', many)).to.equal(MANY + 1)
    expect(await quiet.findings(many)).to.deep.equal([])
  })
})
