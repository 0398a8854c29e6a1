import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import type { Job } from '../../../workers/job.ts'
import { handleUnlessMoving } from '../../../workers/platform/behind-fences.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'

type FactJob = Job<{ end_customer_id: string }>

describe('jobs of an end customer that moves', function () {
  this.timeout(60_000)
  let quiet: QuietService
  let moving: string
  let jobs: FactJob[]

  before(async () => {
    quiet = await openQuietService()
    moving = await quiet.newEndCustomer()
    const other = await quiet.newEndCustomer()
    for (const customer of [moving, other]) expect((await quiet.post(EXPENSES, expense(customer))).status).to.equal(202)
    jobs = await quiet.worker.boss.fetch<FactJob['data']>('facts.evaluate', { batchSize: 10 })
    expect(jobs).to.have.length(2)
  })
  after(() => quiet.close())

  /** Works the batch with a handler that meets the fence first, and does that with the jobs of others. */
  const handle = (workOthers: () => Promise<void>) =>
    handleUnlessMoving(
      quiet.worker,
      'facts.evaluate',
      async (_deps, batch: readonly FactJob[]) => {
        if (batch.some(({ data }) => data.end_customer_id === moving))
          throw Object.assign(new Error('it moves'), { code: 'HB001', detail: moving, hint: 'closed' })
        await workOthers()
      },
      jobs as Job<never>[],
    )

  const statesOfMoving = () =>
    quiet.owner.anyFirst(sql.type(row<{ state: string }>())`
      select state::text from pgboss.job where data ->> 'end_customer_id' = ${moving} and name = 'facts.evaluate'
    `)

  it('are still held where the work for others fails, which fails the whole batch', async () => {
    const failure = new Error('no luck')
    const ended = handle(() => Promise.reject(failure))
    expect(await ended.catch((error: unknown) => error)).to.equal(failure)
    expect(await statesOfMoving()).to.deep.equal(['active'])
  })

  it('are held until the others are done, and wait then', async () => {
    const meanwhile: unknown[] = []
    const results = await handle(async () => {
      meanwhile.push(await statesOfMoving())
    })
    expect(meanwhile).to.deep.equal([['active']])
    expect(await statesOfMoving()).to.deep.equal(['retry'])
    expect(results?.map(({ status }) => status)).to.deep.equal(['completed', 'completed'])
  })
})
