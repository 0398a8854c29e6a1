import { expect } from 'chai'
import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { readFacts } from '../../../shared/store/facts/prepare-facts.ts'
import { findRelatedFacts } from '../../../shared/store/facts/related-facts.ts'
import { findWaitingFacts } from '../../../shared/store/facts/waiting-facts.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { postBatch } from '../../../workers/facts/post-batch.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'
import { acceptIn } from './accepted-jobs.ts'
import { countStatements } from './count-statements.ts'

/** A service whose worker does nothing by itself, so that handlers can be called with the jobs of a test. */
describe('the cost of a batch', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  const accept = acceptIn(() => quiet)

  it('takes the same number of SQL statements for one fact and for a hundred', async () => {
    const counted = async (count: number) => {
      const customer = await quiet.newEndCustomer()
      await evaluateFacts(quiet.worker, await accept(customer, 1), PATIENT) // the settings are in memory from here on
      const jobs = await accept(customer, count)
      return countStatements(() => evaluateFacts(quiet.worker, jobs, PATIENT))
    }
    const [one, hundred] = [await counted(1), await counted(100)]
    expect(hundred).to.equal(one)
    expect(one).to.be.within(6, 12)
  })

  it('the checks of the journal read no table as a whole, planned while it is almost empty', async () => {
    const customer = await quiet.newEndCustomer()
    const keys = (await accept(customer, 60)).map(({ data }) => data)
    const wholly = await quiet.worker.pool.transaction(async (tx) => {
      await postBatch(tx, quiet.worker, keys, [], PATIENT.turn)
      return tx.any(sql.type(row())`
        select relname, seq_tup_read from pg_stat_xact_user_tables
        where relname in ('journal_entries', 'journal_lines', 'accounts') and seq_tup_read > 0
      `)
    })
    expect(wholly).to.deep.equal([])
    expect(await quiet.count('journal_entries', customer)).to.equal(60)
  })

  it('facts are read by key, though all of them fitted into a page when the query was planned', async () => {
    const fresh = await openQuietService()
    const customer = await fresh.newEndCustomer()
    const { body } = await fresh.post(EXPENSES, expense(customer))
    const keys = (await fresh.jobs('facts.evaluate', [body.id])).map(({ data }) => data)
    await fresh.owner.query(sql.type(row())`analyze source_facts, fact_states`)
    const wholly = await fresh.worker.pool.transaction(async (tx) => {
      await findRelatedFacts(tx, await readFacts(tx, keys))
      await findWaitingFacts(tx, keys)
      return tx.any(sql.type(row())`
        select relname, seq_scan from pg_stat_xact_user_tables
        where relname in ('source_facts', 'fact_states') and seq_scan > 0
      `)
    })
    await fresh.close()
    expect(wholly).to.deep.equal([])
  })

  it('facts are read and booked by their own key, though there were a few when the queries were planned', async () => {
    const fresh = await openQuietService()
    const customer = await fresh.newEndCustomer()
    const acceptMany = async (count: number) => {
      const ids: string[] = []
      for (let index = 0; index < count; index += 1) ids.push((await fresh.post(EXPENSES, expense(customer))).body.id)
      return (await fresh.jobs('facts.evaluate', ids)).map(({ data }) => data)
    }
    await fresh.owner.query(sql.type(row())`alter table source_facts set (autovacuum_enabled = false)`)
    const few = await acceptMany(5)
    await fresh.owner.query(sql.type(row())`analyze source_facts, fact_states`)
    few.push(...(await acceptMany(5))) // three pages: to read all of them looks cheap
    await fresh.worker.pool.transaction((tx) => postBatch(tx, fresh.worker, few, [], PATIENT.turn))
    // PostgreSQL makes a plan anew for five times, and then keeps one.
    for (let time = 0; time < 6; time += 1)
      await fresh.worker.pool.transaction(async (tx) => findRelatedFacts(tx, await readFacts(tx, few)))
    const keys = await acceptMany(100)
    const read = await fresh.worker.pool.transaction(async (tx) => {
      const { batch } = await postBatch(tx, fresh.worker, keys, [], PATIENT.turn)
      expect(batch?.posted).to.have.length(100)
      return tx.oneFirst(sql.type(row<{ rows: number }>())`
        select sum(pg_stat_get_xact_tuples_returned(indexrelid))::integer as rows from pg_index
        where indrelid = 'source_facts'::regclass
      `)
    })
    await fresh.close()
    // Once to be decided, once for its entry, and once or twice as related to itself.
    expect(read).to.be.within(200, 600)
  })

  it('entries are checked by their own key, though there were a few when the checks were planned', async () => {
    const fresh = await openQuietService()
    const customer = await fresh.newEndCustomer()
    const acceptMany = acceptIn(() => fresh)
    for (const table of ['journal_entries', 'journal_lines'])
      await fresh.owner.query(sql.type(row())`alter table ${sql.identifier([table])} set (autovacuum_enabled = false)`)
    await evaluateFacts(fresh.worker, await acceptMany(customer, 1), PATIENT)
    await fresh.owner.query(sql.type(row())`analyze journal_entries, journal_lines`)
    const keys = (await acceptMany(customer, 251)).map(({ data }) => data)
    const read = await fresh.worker.pool.transaction(async (tx) => {
      await postBatch(tx, fresh.worker, keys.splice(0, 1), [], PATIENT.turn)
      const fetched = () =>
        tx.oneFirst(sql.type(row<{ rows: number }>())`
          select sum(idx_tup_fetch)::integer as rows from pg_stat_xact_user_tables
          where relname in ('journal_entries', 'journal_lines')
        `)
      await postBatch(tx, fresh.worker, keys.slice(0, 200), [], PATIENT.turn)
      const before = await fetched()
      await postBatch(tx, fresh.worker, keys.slice(200), [], PATIENT.turn)
      return (await fetched()) - before
    })
    await fresh.close()
    // An entry and its last line are looked up.
    expect(read).to.be.within(50, 150)
  })

  it('facts that look alike, or have one reference, cost no more the more there are', async () => {
    const customer = await quiet.newEndCustomer()
    const acceptAlike = async (from: number, count: number, fields: object = {}) => {
      const dates = Array.from({ length: count }, (_, index) => addDays('2020-01-01', from + index))
      const jobs = dates.map((document_date) =>
        accept(customer, 1, { ...fields, payload: { document_number: 'R-1', document_date } }),
      )
      return (await Promise.all(jobs)).flat()
    }
    const related = async (jobs: Awaited<ReturnType<typeof accept>>) => {
      const found = await quiet.worker.pool.transaction(async (tx) =>
        findRelatedFacts(
          tx,
          await readFacts(
            tx,
            jobs.map(({ data }) => data),
          ),
        ),
      )
      return Object.fromEntries([...Map.groupBy(found, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length]))
    }
    await evaluateFacts(quiet.worker, await acceptAlike(0, 150), PATIENT)
    expect(await quiet.count('journal_entries', customer)).to.equal(150)
    const [twin] = [await related(await acceptAlike(149, 1))]
    expect(twin?.suspected_duplicate).to.be.within(1, 2)
    expect(twin?.possible_duplicate).to.be.at.most(20)
    const older = await acceptAlike(200, 100, { external_reference: 'one reference' })
    const { same_reference, possible_duplicate } = await related(older)
    // The newest one alone needs to know all the others.
    expect(same_reference).to.equal(99 + 99)
    expect(possible_duplicate).to.be.at.most(100 * 20)
  })

  it('related facts are looked up by key, though another index is smaller and each end customer had one fact', async () => {
    const fresh = await openQuietService()
    let count = 0
    const acceptOne = async (customer: string) => {
      count += 1
      const overrides = { idempotency_key: `k${count}`, external_reference: `${'long '.repeat(30)}${count}` }
      return (await fresh.post(EXPENSES, expense(customer, overrides))).body.id as string
    }
    const acceptMany = async (customer: string) =>
      fresh.jobs('facts.evaluate', await Promise.all(Array.from({ length: 40 }, () => acceptOne(customer))))
    for (let others = 0; others < 20; others += 1) await acceptOne(await fresh.newEndCustomer())
    // On a slow machine autovacuum would analyze the tables in between, and with 80 rows any index is cheap.
    await fresh.owner.query(sql.type(row())`alter table source_facts set (autovacuum_enabled = false)`)
    await fresh.owner.query(sql.type(row())`alter table fact_states set (autovacuum_enabled = false)`)
    await fresh.owner.query(sql.type(row())`analyze source_facts, fact_states`)
    const customer = await fresh.newEndCustomer()
    await evaluateFacts(fresh.worker, await acceptMany(customer), PATIENT)
    const keys = (await acceptMany(customer)).map(({ data }) => data)
    const read = await fresh.worker.pool.transaction(async (tx) => {
      const facts = await readFacts(tx, keys)
      const fetched = () =>
        tx.oneFirst(sql.type(row<{ rows: number }>())`
          select sum(idx_tup_fetch)::integer as rows from pg_stat_xact_user_tables
          where relname in ('source_facts', 'fact_states')
        `)
      const before = await fetched()
      await findRelatedFacts(tx, facts)
      return (await fetched()) - before
    })
    await fresh.close()
    // Each finds itself among those of its reference; by the wrong index each finds all 80.
    expect(read).to.be.within(40, 80)
  })
})
