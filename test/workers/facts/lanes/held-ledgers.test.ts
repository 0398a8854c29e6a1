import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { lockLedgers, partitionOf } from '../../../../shared/store/journal/ledger-heads.ts'
import { evaluateFacts } from '../../../../workers/facts/evaluate-facts.ts'
import { BACKLOG, SHORT_LANE } from '../../../../workers/facts/lanes.ts'
import { createLedgerWaits } from '../../../../workers/platform/ledger-waits.ts'
import { createLedgersInHand } from '../../../../workers/platform/ledgers-in-hand.ts'
import { whileHeld } from '../../../support/processes/while-held.ts'
import { openQuietService, type QuietService } from '../../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { countStatements } from '../count-statements.ts'

/** As WORKER_CONCURRENCY may have them; the pool of the worker has ten connections. */
const LOOPS = 12
/** Longer than a test. */
const FOR_EVER_MS = 60_000

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
    const bounds = await Promise.all([2, 7, 8, 10, 20].map(mostAtOnce))
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

  it('wait for a backlog of their own process, and do not go back into the queue', async () => {
    const customer = await quiet.newEndCustomer()
    const ids: string[] = []
    for (let index = 0; index < 2; index += 1) ids.push((await quiet.post(EXPENSES, expense(customer))).body.id)
    const [first = [], second = []] = await Promise.all(ids.map((id) => quiet.jobs('facts.evaluate', [id])))
    const worker = { ...quiet.worker, ledgersInHand: createLedgersInHand(2, FOR_EVER_MS) }
    const begun: Promise<unknown>[] = []
    await whileHeld(quiet.owner, customer, async () => {
      begun.push(evaluateFacts(worker, first, BACKLOG), evaluateFacts(worker, second, SHORT_LANE))
      await sleep(100) // longer than a try waits for others
    })
    const [, small] = await Promise.all(begun)
    expect(small).to.deep.equal(second.map(({ id }) => ({ id, status: 'completed' })))
    const jobs = await quiet.jobs('facts.evaluate', ids)
    expect(jobs.map(({ id }) => id)).to.have.members([...first, ...second].map(({ id }) => id))
    expect(await quiet.count('journal_entries', customer)).to.equal(2)
  })
})

describe('ledgers in hand', () => {
  it('are waited for until one of them is let go, by one batch at a time with all its parts', async () => {
    const { during, letGo } = createLedgersInHand(2, FOR_EVER_MS)
    const [one, another] = [{}, {}]
    const over: string[] = []
    const end = Promise.withResolvers<void>()
    const posting = during(['a', 'b'], () => end.promise)
    const parts = [['a'], ['a', 'b']].map((ids) => letGo(one, ids).then(() => over.push('a part')))
    await letGo(another, ['a']).then(() => over.push('another batch'))
    end.resolve()
    await Promise.all([posting, ...parts])
    expect(over).to.deep.equal(['another batch', 'a part', 'a part'])
  })

  it('are waited for until one of two that post to them lets it go, nobody having the other', async () => {
    const { during, letGo } = createLedgersInHand(2, FOR_EVER_MS)
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    const postings = [during(['a', 'b'], () => ends[0].promise), during(['a'], () => ends[1].promise)]
    const waiting = letGo({}, ['a', 'b'])
    ends[0].resolve()
    await waiting
    ends[1].resolve()
    await Promise.all(postings)
  })

  it('are waited for a moment only where one is in no hand, and no longer than a bound', async () => {
    const never = Promise.withResolvers<void>()
    const unbounded = createLedgersInHand(2, FOR_EVER_MS)
    const bounded = createLedgersInHand(2, 1)
    const postings = [unbounded, bounded].map(({ during }) => during(['a'], () => never.promise))
    await unbounded.letGo({}, ['a', 'b'])
    await bounded.letGo({}, ['a'])
    never.resolve()
    await Promise.all(postings)
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
