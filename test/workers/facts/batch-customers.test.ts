import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { NIL } from 'uuid'
import { row, sql } from '../../../shared/store/db/database.ts'
import { findFairShareCustomers } from '../../../shared/store/facts/fair-share.ts'
import { PARTITIONS } from '../../../shared/store/journal/ledger-heads.ts'
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

  it('a fact that is decided again has waited since it is to be decided', async () => {
    const customer = await quiet.newEndCustomer()
    const [job] = await accept(customer, 1)
    const found = () =>
      quiet.worker.pool.transaction((tx) => findFairShareCustomers(tx, [], PARTITIONS, { from: NIL, waits_ms: 0 }))
    const becomes = (set: ReturnType<typeof sql.fragment>) =>
      quiet.owner.query(sql.type(row())`update fact_states set ${set} where end_customer_id = ${customer}`)
    expect(await found()).to.deep.equal([customer])
    await becomes(sql.fragment`state = 'blocked', blocker_codes = '{unknown_account}'`)
    expect(await found()).to.deep.equal([])
    await becomes(sql.fragment`decide_again_at = now() + interval '1 hour'`)
    expect(await found()).to.deep.equal([])
    await becomes(sql.fragment`decide_again_at = now() - interval '1 second'`)
    expect(await found()).to.deep.equal([customer])
    await evaluateFacts(quiet.worker, job ? [job] : [], PATIENT)
    expect([await found(), await quiet.findings(customer)]).to.deep.equal([[], []])
  })
})
