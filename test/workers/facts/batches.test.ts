import { expect } from 'chai'
import { Client } from 'pg'
import { row, sql } from '../../../shared/store/db/database.ts'
import { refreshWhole } from '../../../shared/store/statements/account-period-totals.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { eventually } from '../../support/books.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { expense } from '../../support/requests/examples.ts'
import { ownerUrl } from '../../support/service.ts'
import { acceptIn } from './accepted-jobs.ts'

/** A service whose worker does nothing by itself, so that handlers can be called with the jobs of a test. */
describe('batches of jobs', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  const accept = acceptIn(() => quiet)

  it('a job that runs twice has its effect once', async () => {
    const customer = await quiet.newEndCustomer()
    const jobs = await accept(customer, 3)
    const first = await evaluateFacts(quiet.worker, jobs, PATIENT)
    const second = await evaluateFacts(quiet.worker, jobs, PATIENT)
    expect([...first, ...second].map(({ status }) => status)).to.deep.equal(Array(6).fill('completed'))
    expect(await quiet.count('journal_entries', customer)).to.equal(3)
    expect(await quiet.count('supplier_payables', customer)).to.equal(3)
    const { body } = await quiet.post(`/v1/source-facts/${await quiet.firstFact(customer)}/reverse`, {
      end_customer_id: customer,
      reason: 'x',
    })
    const reversal = await quiet.reversalJob(body.id)
    await postIntents(quiet.worker, [reversal])
    await postIntents(quiet.worker, [reversal])
    expect(await quiet.count('journal_entries', customer)).to.equal(4)
    await refreshWhole(quiet.worker.pool, [customer])
    await refreshWhole(quiet.worker.pool, [customer])
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('two workers with the same jobs at the same time post each fact once, in the order of acceptance', async () => {
    const customer = await quiet.newEndCustomer()
    const jobs = await accept(customer, 40)
    const results = await Promise.all(
      [jobs.slice(20), jobs.slice(0, 20), jobs, jobs.slice(10, 30)].map((some) =>
        evaluateFacts(quiet.worker, some, PATIENT),
      ),
    )
    expect(results.flat().filter(({ status }) => status !== 'completed')).to.deep.equal([])
    const order = await quiet.worker.pool.anyFirst(sql.type(row<{ source_id: string }>())`
      select source_id from journal_entries where end_customer_id = ${customer} order by entry_number
    `)
    expect(order).to.have.length(40)
    expect(order).to.deep.equal([...order].sort())
  })

  it('a posting waits for a change of the books that is under way, and is made by what it says', async () => {
    const customer = await quiet.newEndCustomer()
    await evaluateFacts(quiet.worker, await accept(customer, 1), PATIENT) // the settings are in memory from here on
    const jobs = await accept(customer, 1)
    const client = new Client({ connectionString: ownerUrl(quiet.database_url) })
    await client.connect()
    await client.query('begin')
    await client.query(
      `update account_mappings set account_code = '6503' where end_customer_id = $1 and account_code = '6500'`,
      [customer],
    )
    const work = evaluateFacts(quiet.worker, jobs, PATIENT)
    const isWaiting = () =>
      quiet.worker.pool.exists(sql.type(row())`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `)
    await eventually(isWaiting)
    await client.query('commit')
    await client.end()
    await work
    const accounts = await quiet.worker.pool.anyFirst(sql.type(row<{ account_code: string }>())`
      select account_code from journal_lines where end_customer_id = ${customer} and line_number = 1 order by entry_number
    `)
    expect(accounts).to.deep.equal(['6500', '6503'])
  })

  it('a refresh folds the lines of the end customers that it is asked for, and touches no others', async () => {
    const [asked, other] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    await evaluateFacts(quiet.worker, [...(await accept(asked, 1)), ...(await accept(other, 2))], PATIENT)
    await quiet.refresh(asked)
    expect(await quiet.count('account_period_totals', asked)).to.be.greaterThan(0)
    expect(await quiet.count('account_period_totals', other)).to.equal(0)
    for (const customer of [asked, other]) expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('a batch of many slices and both partitions books everybody in the order of acceptance', async () => {
    const customers = [await quiet.newEndCustomer(), await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    const items = Array.from({ length: 360 }, (_, index) => expense(customers[index % 3] as string))
    const { body } = await quiet.post('/v1/source-facts/batch', { items })
    const ids = (body.data as { source_fact: { id: string } }[]).map(({ source_fact }) => source_fact.id)
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', ids), PATIENT)
    for (const customer of customers) {
      const order = await quiet.worker.pool.anyFirst(sql.type(row<{ source_id: string }>())`
        select source_id from journal_entries where end_customer_id = ${customer} order by entry_number
      `)
      expect(order).to.have.length(120)
      expect(order).to.deep.equal([...order].sort())
      expect(await quiet.findings(customer)).to.deep.equal([])
    }
  })
})
