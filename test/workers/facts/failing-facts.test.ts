import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { EVALUATION_FAILED } from '../../../shared/accounting/facts/blockers.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { partitionOf } from '../../../shared/store/journal/ledger-heads.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { maintainDaily } from '../../../workers/setup/maintain-daily.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { BROKEN_FACTS, openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { acceptIn } from './accepted-jobs.ts'
import { countTransactions } from './count-statements.ts'

type State = { state: string; codes: string[] }

/** A service whose worker does nothing by itself, so that handlers can be called with the jobs of a test. */
describe('facts that cannot be evaluated', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
    await refuseWhatSaysSo()
  })
  after(() => quiet.close())
  const accept = acceptIn(() => quiet)
  const run = (query: ReturnType<ReturnType<typeof sql.type>>) => quiet.owner.query(query)

  /** No rule looks at such a description, but a trigger of this database does, with the SQLSTATE that is given. */
  async function refuseWhatSaysSo(sqlstate = 'P0001'): Promise<void> {
    await run(sql.type(row())`
      create or replace function refuse_one() returns trigger language plpgsql as $$
      begin
        if exists (select from new_rows where description like '%REFUSED%') then
          raise exception 'refused for the test' using errcode = tg_argv[0];
        end if;
        return null;
      end $$
    `)
    await run(sql.type(row())`
      create or replace trigger refuse_one after insert on journal_entries referencing new table as new_rows
      for each statement execute function refuse_one(${sql.literalValue(sqlstate)})
    `)
  }
  const refuse = (job: { data: { source_fact_id: string } } | undefined) =>
    quiet.breakFact(job?.data.source_fact_id ?? '', `external_reference = 'REFUSED ' || source_fact_id`)
  const statesOf = async (jobs: readonly { data: { source_fact_id: string } }[]) => {
    const rows = await quiet.worker.pool.any(sql.type(row<State & { id: string }>())`
      select source_fact_id as id, state, blocker_codes as codes from fact_states
    `)
    const byId = new Map(rows.map(({ id, state, codes }) => [id, [state, ...codes].join(' ')]))
    return jobs.map(({ data }) => byId.get(data.source_fact_id))
  }

  for (const [what, change] of BROKEN_FACTS)
    it(`a fact that cannot be ${what} is blocked at once, and the others are booked`, async () => {
      const customer = await quiet.newEndCustomer()
      const jobs = await accept(customer, 5)
      await quiet.breakFact(jobs[2]?.data.source_fact_id ?? '', change)
      const results = await evaluateFacts(quiet.worker, jobs, PATIENT)
      expect(results.map(({ status }) => status)).to.deep.equal(Array(5).fill('completed'))
      expect(await statesOf(jobs)).to.deep.equal(['posted', 'posted', 'blocked evaluation_failed', 'posted', 'posted'])
      await evaluateFacts(quiet.worker, await accept(customer, 1), PATIENT)
      expect(await quiet.count('journal_entries', customer)).to.equal(5)
      const found = (await quiet.findings(customer)).map(({ check }) => check)
      expect(found, 'the test itself has changed it').to.deep.equal(['the fact is as it was sent'])
    })

  it('a fact that the database refuses is blocked with a word for its sender, and booked once that is over', async () => {
    const [customer, other] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    const jobs = [...(await accept(customer, 3)), ...(await accept(other, 3))]
    await refuse(jobs[1])
    const results = await evaluateFacts(quiet.worker, jobs, PATIENT)
    expect(results.map(({ status }) => status)).to.deep.equal(Array(6).fill('completed'))
    expect(await statesOf(jobs)).to.deep.equal(['posted', 'blocked evaluation_failed', ...Array(4).fill('posted')])
    const blockers = await quiet.worker.pool.oneFirst(sql.type(row<{ blockers: object[] }>())`
      select blockers from fact_states where source_fact_id = ${jobs[1]?.data.source_fact_id ?? ''}
    `)
    expect(blockers).to.deep.equal([EVALUATION_FAILED])
    expect(JSON.stringify(blockers)).to.not.include('refused for the test')
    const events = await quiet.worker.pool.anyFirst(sql.type(row<{ event_type: string }>())`
      select event_type from events where end_customer_id = ${customer} and event_type = 'fact.blocked'
    `)
    expect(events).to.have.length(1)
    await maintainDaily(quiet.worker)
    await run(sql.type(row())`drop trigger refuse_one on journal_entries`)
    await evaluateFacts(quiet.worker, jobs.slice(1, 2), PATIENT)
    expect(await statesOf(jobs.slice(1, 2))).to.deep.equal(['posted'])
    await refuseWhatSaysSo()
  })

  it('an earlier fact without a job here is the one that is blocked, not the one that it was decided with', async () => {
    const customer = await quiet.newEndCustomer()
    const jobs = await accept(customer, 3)
    await refuse(jobs[0])
    await evaluateFacts(quiet.worker, jobs.slice(2), PATIENT)
    expect(await statesOf(jobs)).to.deep.equal(['blocked evaluation_failed', 'posted', 'posted'])
  })

  it('what may be over a moment later is tried again, and blocked after the last time', async () => {
    await refuseWhatSaysSo('42703')
    const customer = await quiet.newEndCustomer()
    const jobs = await accept(customer, 2)
    await refuse(jobs[0])
    const results = await evaluateFacts(quiet.worker, jobs, PATIENT)
    expect(results.map(({ status }) => status)).to.deep.equal(['failed', 'completed'])
    expect(await statesOf(jobs)).to.deep.equal(['received', 'posted'])
    await evaluateFacts(
      quiet.worker,
      jobs.slice(0, 1).map((job) => ({ ...job, retryCount: 10 })),
      PATIENT,
    )
    expect(await statesOf(jobs)).to.deep.equal(['blocked evaluation_failed', 'posted'])
    await refuseWhatSaysSo()
  })

  it('what is put off knows how often it was tried', async () => {
    await refuseWhatSaysSo('42703')
    const customer = await quiet.newEndCustomer()
    const jobs = await accept(customer, 50)
    for (const job of jobs) await refuse(job)
    const tried = jobs.map((job) => ({ ...job, retryCount: 7, data: { ...job.data, tries: 2 } }))
    await evaluateFacts(quiet.worker, tried, PATIENT)
    const done = new Set(jobs.map(({ id }) => id))
    const putOff = (await quiet.jobsOf('facts.evaluate', customer)).filter(({ id }) => !done.has(id))
    expect(putOff).to.not.be.empty
    expect(putOff.map(({ data }) => data.tries)).to.deep.equal(putOff.map(() => 9))
    const again = putOff.slice(0, 1).map((job) => ({ ...job, retryCount: 1 }))
    await evaluateFacts(quiet.worker, again, PATIENT)
    expect((await statesOf(jobs)).filter((state) => state === 'blocked evaluation_failed')).to.not.be.empty
    await refuseWhatSaysSo()
  })

  it('fifty refused facts let 250 good ones of another end customer pass, and cost a bounded number of transactions', async function () {
    this.timeout(360_000)
    const [good, bad] = await twoOfOnePartition(quiet)
    const [goodJobs, badJobs] = [await accept(good, 250), await accept(bad, 50)]
    for (const job of badJobs) await refuse(job)
    // The good ones lie between the others, as they do in the queue.
    const mixed = badJobs.flatMap((job, index) => [job, ...goodJobs.slice(index * 5, index * 5 + 5)])
    const alone = await countTransactions(async () => evaluateFacts(quiet.worker, await accept(good, 250), PATIENT))
    const together = await countTransactions(() => evaluateFacts(quiet.worker, mixed, PATIENT))
    expect(await quiet.count('journal_entries', good)).to.equal(500)
    // The whole batch, its two halves, 16 halves of the facts that are refused, those blocked, and those put off.
    expect(together - alone).to.be.at.most(40)
    const order = await quiet.worker.pool.one(sql.type(row<{ good: bigint; bad: bigint }>())`
      select (select max(xmin::text::bigint) from journal_entries where end_customer_id = ${good}) as good,
        (select min(xmin::text::bigint) from fact_states where end_customer_id = ${bad} and state = 'blocked') as bad
    `)
    expect(order.good < order.bad, 'the good ones are booked before any other one is looked at alone').to.equal(true)
    let rounds = 0
    for (let left = await waitingOf(bad); left.length > 0; left = await waitingOf(bad)) {
      rounds += 1
      const transactions = await countTransactions(() => evaluateFacts(quiet.worker, left, PATIENT))
      expect(transactions).to.be.at.most(40)
    }
    expect(rounds).to.be.at.most(25)
    expect(await statesOf(badJobs)).to.deep.equal(Array(50).fill('blocked evaluation_failed'))
  })

  async function waitingOf(customer: string) {
    const ids = await quiet.worker.pool.anyFirst(sql.type(row<{ id: string }>())`
      select source_fact_id as id from fact_states where end_customer_id = ${customer} and state = 'received'
    `)
    return ids.map((source_fact_id) => ({ id: randomUUID(), data: { end_customer_id: customer, source_fact_id } }))
  }
})

async function twoOfOnePartition(quiet: QuietService): Promise<[string, string]> {
  const first = await quiet.newEndCustomer()
  for (;;) {
    const second = await quiet.newEndCustomer()
    if (partitionOf(first) === partitionOf(second)) return [first, second]
  }
}
