import { expect } from 'chai'
import { lockLedgers, partitionOf } from '../../../../shared/store/journal/ledger-heads.ts'
import { evaluateFacts } from '../../../../workers/facts/evaluate-facts.ts'
import { BACKLOG, SHORT_LANE } from '../../../../workers/facts/lanes.ts'
import { createLedgerWaits } from '../../../../workers/platform/ledger-waits.ts'
import { whileHeld } from '../../../support/processes/while-held.ts'
import { openQuietService, type QuietService } from '../../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { countStatements } from '../count-statements.ts'

/** As WORKER_CONCURRENCY may have them; the pool of the worker has ten connections. */
const LOOPS = 12

describe('a backlog that waits for ledgers', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  it('leaves connections to facts that wait for none, however many loops it has', async () => {
    const free = await quiet.newEndCustomer()
    const held: string[] = []
    while (held.length < LOOPS) {
      const one = await quiet.newEndCustomer()
      if (partitionOf(one) !== partitionOf(free)) held.push(one)
    }
    for (const end_customer_id of [free, ...held]) await quiet.post(EXPENSES, expense(end_customer_id))
    const jobs = await Promise.all(held.map((id) => quiet.jobsOf('facts.evaluate', id)))
    const small = await quiet.jobsOf('facts.evaluate', free)
    const begun: Promise<unknown>[] = []
    await quiet.owner.transaction(async (tx) => {
      await lockLedgers(tx, held)
      begun.push(...jobs.map((ofLoop) => evaluateFacts(quiet.worker, ofLoop, BACKLOG)))
      await evaluateFacts(quiet.worker, small, SHORT_LANE)
    })
    await Promise.all(begun)
    for (const end_customer_id of [free, ...held])
      expect(await quiet.count('journal_entries', end_customer_id)).to.equal(1)
  })

  it('has less than half of the pool, and two connections less than the other queues leave', async () => {
    const bounds = await Promise.all([2, 9, 10, 12, 20].map(mostAtOnce))
    expect(bounds).to.deep.equal([1, 1, 2, 4, 9])
  })
})

describe('small facts whose ledger is held', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  it('cost few statements for each try, however many they are', async () => {
    const customer = await quiet.newEndCustomer()
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) ids.push((await quiet.post(EXPENSES, expense(customer))).body.id)
    const jobs = await quiet.jobs('facts.evaluate', ids)
    let statements = 0
    await whileHeld(quiet.owner, customer, async () => {
      statements = await countStatements(() => evaluateFacts(quiet.worker, jobs, SHORT_LANE))
    })
    // Two tries for the ledger, a look at who has much waiting, and the jobs that are put off: completed, sent, announced.
    expect(statements).to.be.within(4, 6)
  })
})

async function mostAtOnce(pool_size: number): Promise<number> {
  const waitForLedgers = createLedgerWaits(pool_size)
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
  }
  await Promise.all(Array.from({ length: 50 }, () => waitForLedgers(work)))
  return most
}
