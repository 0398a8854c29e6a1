import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { acceptIn } from './accepted-jobs.ts'

/** A service whose worker does nothing by itself, so that handlers can be called with the jobs of a test. */
describe('batches of several end customers', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  const accept = acceptIn(() => quiet)

  it('a full batch of one end customer takes the waiting facts of others along', async () => {
    const [large, small, smaller] = [
      await quiet.newEndCustomer(),
      await quiet.newEndCustomer(),
      await quiet.newEndCustomer(),
    ]
    const jobs = await accept(large, 20)
    const others = [...(await accept(small, 3)), ...(await accept(smaller, 1))]
    await sleep(600)
    const worker = { ...quiet.worker, config: { ...quiet.worker.config, worker_batch_size: 5 } }
    await evaluateFacts(worker, jobs.slice(0, 5), PATIENT)
    const posted = await Promise.all(
      [large, small, smaller].map((customer) => quiet.count('journal_entries', customer)),
    )
    expect(posted).to.deep.equal([5, 3, 1])
    await evaluateFacts(worker, others, PATIENT)
    expect(await quiet.findings(small)).to.deep.equal([])
  })

  it('an extra customer whose fact cannot be read does not fail the facts of the batch', async () => {
    const [large, small] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    const jobs = await accept(large, 5)
    const broken = (await accept(small, 1))[0]?.data.source_fact_id ?? ''
    await quiet.breakFact(broken)
    await sleep(600)
    const worker = { ...quiet.worker, config: { ...quiet.worker.config, worker_batch_size: 5 } }
    const results = await evaluateFacts(worker, jobs, PATIENT)
    expect(results.map(({ status }) => status)).to.deep.equal(Array(5).fill('completed'))
    expect(await quiet.count('journal_entries', large)).to.equal(5)
    expect(await quiet.count('journal_entries', small)).to.equal(0)
    await quiet.worker.pool.query(sql.type(row())`
      update fact_states set failed_at = now() where source_fact_id = ${broken}
    `)
  })
})
