import { expect } from 'chai'
import { completeJobs } from '../../../shared/queue/enqueue.ts'
import { row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { postBatch } from '../../../workers/facts/post-batch.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { acceptIn } from '../../workers/facts/accepted-jobs.ts'

describe('the plans of a batch', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  const accept = acceptIn(() => quiet)

  /** How often queries of this session were planned for the values that they had. */
  const plannedForValues = async (tx: Tx) => {
    const found = await tx.any(sql.type(row<{ name: string; custom_plans: bigint }>())`
      select name, custom_plans from pg_prepared_statements where custom_plans > 0
    `)
    return Object.fromEntries(found.map(({ name, custom_plans }) => [name, custom_plans]))
  }

  it('are made for any values, in a new session and for one fact too', async () => {
    const customer = await quiet.newEndCustomer()
    const batches = [await accept(customer, 1), await accept(customer, 12), await accept(customer, 1)]
    await quiet.worker.pool.transaction(async (tx) => {
      const before = await plannedForValues(tx)
      for (const jobs of batches) {
        const ids = jobs.map(({ id }) => id)
        const keys = jobs.map(({ data }) => data)
        const complete = () => completeJobs(tx, quiet.worker.boss, 'facts.evaluate', ids)
        const { batch } = await postBatch(tx, quiet.worker, keys, [], PATIENT.turn, complete)
        expect(batch?.posted).to.have.length(jobs.length)
      }
      expect(await plannedForValues(tx)).to.deep.equal(before)
    })
  })
})
