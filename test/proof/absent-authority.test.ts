import { expect } from 'chai'
import { QUEUES } from '../../shared/queue/queues.ts'
import { bossDb } from '../../shared/queue/slonik-adapter.ts'
import { openTestAuthority, type TestAuthority } from '../support/proof/test-authority.ts'
import { openQuietService, type QuietService } from '../support/quiet-service.ts'
import { EXPENSES, expense } from '../support/requests/examples.ts'

const A_DAY_SECONDS = 24 * 60 * 60

describe('an authority that is away for a day', () => {
  let authority: TestAuthority
  let quiet: QuietService
  let customer: string
  before(async () => {
    authority = await openTestAuthority()
    quiet = await openQuietService(undefined, { TIMESTAMP_URL: authority.url })
    customer = await quiet.newEndCustomer()
    await book()
  })
  after(async () => {
    await quiet.close()
    await authority.close()
  })

  it('is asked again for longer than that', () => {
    const { retryLimit = 0, retryDelay = 0, retryDelayMax = 0 } = QUEUES['ledger.stamp']
    // Each pause is at least half of twice the one before.
    const pauses = Array.from({ length: retryLimit }, (_, at) => Math.min(retryDelayMax, (retryDelay * 2 ** at) / 2))
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).to.be.greaterThan(A_DAY_SECONDS)
  })

  it('loses no entry: when it is back there is one stamp over all that was posted, however many days have asked for one', async () => {
    authority.misbehave((_, response) => {
      response.writeHead(503).end()
      return null
    })
    for (const _ of ['the day', 'and the next one']) {
      await askForDay()
      expect(await failed()).to.equal(true)
      await book()
    }
    expect(await quiet.count('stamped_ledgers', customer)).to.equal(0)
    authority.misbehave(null)
    await askForDay()
    await withoutPauses()
    expect(await quiet.work('ledger.stamp')).to.be.at.least(1)
    expect(await stamps()).to.equal(1)
    for (const entry_number of [1, 2, 3]) {
      const path = `/v1/ledger-proof?end_customer_id=${customer}&entry_number=${entry_number}` as const
      expect((await quiet.get(path)).status).to.equal(200)
    }
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('afterwards each day on which something was posted has one', async () => {
    for (const count of [2, 3]) {
      await book()
      await askForDay()
      await quiet.work('ledger.stamp')
      expect(await stamps()).to.equal(count)
      await askForDay()
      await quiet.work('ledger.stamp')
      expect(await stamps()).to.equal(count)
    }
  })

  async function book(): Promise<void> {
    await quiet.post(EXPENSES, expense(customer))
    await quiet.work('facts.evaluate')
  }

  async function askForDay(): Promise<void> {
    await quiet.worker.boss.insert('maintenance.daily', [{ data: {} }])
    await quiet.work('maintenance.daily')
  }

  /** Works the job as a worker does, whose handler throws. */
  async function failed(): Promise<boolean> {
    const jobs = await quiet.worker.boss.fetch('ledger.stamp')
    const [job] = jobs
    if (!job) return false
    const { HANDLERS } = await import('../../workers/jobs.ts')
    const error = await HANDLERS['ledger.stamp'].handler(quiet.worker, jobs as never).then(
      () => null,
      (reason: Error) => reason.message,
    )
    await quiet.worker.boss.fail('ledger.stamp', job.id)
    return error?.includes('it answers with status 503') ?? false
  }

  const execute = (text: string) => quiet.owner.transaction((tx) => bossDb(tx).executeSql(text))

  /** Jobs that are tried again begin now. */
  async function withoutPauses(): Promise<void> {
    await execute(`update pgboss.job set start_after = now() where name = 'ledger.stamp' and state = 'retry'`)
  }

  async function stamps(): Promise<number> {
    const { rows } = await execute('select count(*)::int as count from time_stamps')
    return (rows[0] as { count: number }).count
  }
})
