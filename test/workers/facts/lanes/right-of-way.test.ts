import { expect } from 'chai'
import { createRightOfWay } from '../../../../shared/process/right-of-way.ts'
import type { Jobs } from '../../../../shared/queue/queues.ts'
import { evaluateFacts } from '../../../../workers/facts/evaluate-facts.ts'
import { BACKLOG, SHORT_LANE } from '../../../../workers/facts/lanes.ts'
import type { Job } from '../../../../workers/job.ts'
import { openQuietService, type QuietService } from '../../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../../support/requests/examples.ts'
import { acceptIn } from '../accepted-jobs.ts'

/** Longer than the test. */
const FOR_EVER_MS = 60_000

describe('a backlog that is decided while a small fact comes', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  const accept = acceptIn(() => quiet)

  it('books nothing more until that is booked, and then everything', async () => {
    const [large, small] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    const many = await accept(large, 300)
    await quiet.post(EXPENSES, expense(small))
    const one = await quiet.jobsOf('facts.evaluate', small)
    const worker = { ...quiet.worker, rightOfWay: createRightOfWay(FOR_EVER_MS) }
    let backlog: Promise<unknown> = Promise.resolve()
    const entries: number[] = []
    await worker.rightOfWay.first(SHORT_LANE.queue, async () => {
      backlog = evaluateFacts(worker, many, BACKLOG)
      await evaluateFacts(worker, one, SHORT_LANE)
      entries.push(await quiet.count('journal_entries', small), await quiet.count('journal_entries', large))
    })
    await backlog
    expect([...entries, await quiet.count('journal_entries', large)]).to.deep.equal([1, 0, 300])
    expect(await quiet.findings(large)).to.deep.equal([])
  })

  it('has a pause after every fact, and more while it is written out', async () => {
    const customer = await quiet.newEndCustomer()
    const pausesOf = async (jobs: readonly Job<Jobs['facts.evaluate']>[]) => {
      let pauses = 0
      const pause = async () => {
        pauses += 1
      }
      const { first, givesWay } = createRightOfWay()
      await evaluateFacts({ ...quiet.worker, rightOfWay: { first, givesWay, pauses: () => pause } }, jobs, BACKLOG)
      return pauses
    }
    const [one, forty] = [await pausesOf(await accept(customer, 1)), await pausesOf(await accept(customer, 40))]
    // Prepared, decided, hashed.
    expect(forty - one).to.be.at.least(3 * 39)
  })
})
