import { expect } from 'chai'
import { row, sql } from '../../../shared/store/db/database.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { BROKEN_FACTS, openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { acceptIn } from './accepted-jobs.ts'

/** A service whose worker does nothing by itself, so that handlers can be called with the jobs of a test. */
describe('facts that cannot be evaluated', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  const accept = acceptIn(() => quiet)

  for (const [what, change, message] of BROKEN_FACTS)
    it(`a fact that cannot be ${what} fails alone, and later facts do not wait for it`, async () => {
      const customer = await quiet.newEndCustomer()
      const jobs = await accept(customer, 5)
      const broken = jobs[2]?.data.source_fact_id ?? ''
      await quiet.breakFact(broken, change)
      const results = await evaluateFacts(quiet.worker, jobs)
      expect(results.map(({ status }) => status)).to.deep.equal([
        'completed',
        'completed',
        'failed',
        'completed',
        'completed',
      ])
      expect(results[2]).to.have.property('message').that.includes(message)
      expect(await quiet.count('journal_entries', customer)).to.equal(4)
      const later = await evaluateFacts(quiet.worker, await accept(customer, 1))
      expect(later[0]?.status).to.equal('completed')
      expect(await quiet.count('journal_entries', customer)).to.equal(5)
    })

  it('a fact that the database refuses fails alone', async () => {
    const [customer, other] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    const jobs = [...(await accept(customer, 3)), ...(await accept(other, 3))]
    const broken = jobs[1]?.data.source_fact_id ?? ''
    // No rule looks at the length of a text that fits the schema, but an index of the database does.
    await quiet.worker.pool.query(sql.type(row())`
      create or replace function refuse_one() returns trigger language plpgsql as $$
      begin
        if exists (select from new_rows where description like '%REFUSED%') then raise exception 'refused for the test'; end if;
        return null;
      end $$
    `)
    await quiet.worker.pool.query(sql.type(row())`
      create or replace trigger refuse_one after insert on journal_entries
      referencing new table as new_rows for each statement execute function refuse_one()
    `)
    await quiet.breakFact(broken, `external_reference = 'REFUSED'`)
    const results = await evaluateFacts(quiet.worker, jobs)
    expect(results.map(({ status }) => status)).to.deep.equal([
      'completed',
      'failed',
      'completed',
      'completed',
      'completed',
      'completed',
    ])
    expect(await quiet.count('journal_entries', customer)).to.equal(2)
    expect(await quiet.count('journal_entries', other)).to.equal(3)
    await quiet.worker.pool.query(sql.type(row())`drop trigger refuse_one on journal_entries`)
    const [again] = await evaluateFacts(quiet.worker, jobs.slice(1, 2))
    expect(again?.status).to.equal('completed')
  })
})
