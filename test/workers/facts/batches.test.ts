import { AsyncLocalStorage } from 'node:async_hooks'
import { expect } from 'chai'
import { Client } from 'pg'
import { row, sql } from '../../../shared/store/db/database.ts'
import { readFacts } from '../../../shared/store/facts/prepare-facts.ts'
import { findRelatedFacts } from '../../../shared/store/facts/related-facts.ts'
import { refreshStatementTables } from '../../../shared/store/statements/account-period-totals.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { postBatch } from '../../../workers/facts/post-batch.ts'
import { postIntents } from '../../../workers/settlement/post-intents.ts'
import { eventually } from '../../support/books.ts'
import { EXPENSES, expense } from '../../support/examples.ts'
import { BROKEN_FACTS, openQuietService, type QuietService } from '../../support/quiet-service.ts'

/** A service whose worker does nothing by itself, so that handlers can be called with the jobs of a test. */
describe('batches of jobs', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  const accept = async (customer: string, count: number, overrides = {}) => {
    const facts = await Promise.all(
      Array.from({ length: count }, () => quiet.post(EXPENSES, expense(customer, overrides))),
    )
    return quiet.jobs(
      'facts.evaluate',
      facts.map(({ body }) => body.id as string),
    )
  }

  it('a job that runs twice has its effect once', async () => {
    const customer = await quiet.newEndCustomer()
    const jobs = await accept(customer, 3)
    const first = await evaluateFacts(quiet.worker, jobs)
    const second = await evaluateFacts(quiet.worker, jobs)
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
    await quiet.worker.pool.transaction((tx) => refreshStatementTables(tx, [customer]))
    await quiet.worker.pool.transaction((tx) => refreshStatementTables(tx, [customer]))
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('two workers with the same jobs at the same time post each fact once, in the order of acceptance', async () => {
    const customer = await quiet.newEndCustomer()
    const jobs = await accept(customer, 40)
    const results = await Promise.all(
      [jobs.slice(20), jobs.slice(0, 20), jobs, jobs.slice(10, 30)].map((own) => evaluateFacts(quiet.worker, own)),
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
    await evaluateFacts(quiet.worker, await accept(customer, 1)) // the settings are in memory from here on
    const jobs = await accept(customer, 1)
    const client = new Client({ connectionString: quiet.database_url })
    await client.connect()
    await client.query('begin')
    await client.query(
      `update account_mappings set account_code = '6503' where end_customer_id = $1 and account_code = '6500'`,
      [customer],
    )
    const work = evaluateFacts(quiet.worker, jobs)
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
    await evaluateFacts(quiet.worker, [...(await accept(asked, 1)), ...(await accept(other, 2))])
    await quiet.refresh(asked)
    expect(await quiet.count('account_period_totals', asked)).to.be.greaterThan(0)
    expect(await quiet.count('account_period_totals', other)).to.equal(0)
    for (const customer of [asked, other]) expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('takes the same number of SQL statements for one fact and for a hundred', async () => {
    const counted = async (count: number) => {
      const customer = await quiet.newEndCustomer()
      await evaluateFacts(quiet.worker, await accept(customer, 1)) // the settings are in memory from here on
      const jobs = await accept(customer, count)
      return countStatements(() => evaluateFacts(quiet.worker, jobs))
    }
    const [one, hundred] = [await counted(1), await counted(100)]
    expect(hundred).to.equal(one)
    expect(one).to.be.within(6, 12)
  })

  it('the checks of the journal read no table as a whole, planned while it is almost empty', async () => {
    const customer = await quiet.newEndCustomer()
    const keys = (await accept(customer, 60)).map(({ data }) => data)
    const wholly = await quiet.worker.pool.transaction(async (tx) => {
      await postBatch(tx, quiet.worker, keys, [])
      return tx.any(sql.type(row())`
        select relname, seq_tup_read from pg_stat_xact_user_tables
        where relname in ('journal_entries', 'journal_lines', 'accounts') and seq_tup_read > 0
      `)
    })
    expect(wholly).to.deep.equal([])
    expect(await quiet.count('journal_entries', customer)).to.equal(60)
  })

  it('related facts are looked up by key, though another index is smaller and each end customer had one fact', async () => {
    const own = await openQuietService()
    let count = 0
    const acceptOwn = async (customer: string) => {
      count += 1
      const overrides = { idempotency_key: `k${count}`, external_reference: `${'long '.repeat(30)}${count}` }
      return (await own.post(EXPENSES, expense(customer, overrides))).body.id as string
    }
    const acceptMany = async (customer: string) =>
      own.jobs('facts.evaluate', await Promise.all(Array.from({ length: 40 }, () => acceptOwn(customer))))
    for (let others = 0; others < 20; others += 1) await acceptOwn(await own.newEndCustomer())
    await own.worker.pool.query(sql.type(row())`analyze source_facts, fact_states`)
    const customer = await own.newEndCustomer()
    await evaluateFacts(own.worker, await acceptMany(customer))
    const keys = (await acceptMany(customer)).map(({ data }) => data)
    const read = await own.worker.pool.transaction(async (tx) => {
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
    await own.close()
    // Each finds itself among those of its reference; by the wrong index each finds all 80.
    expect(read).to.be.within(40, 80)
  })

  it('a batch of many slices and both partitions books everybody in the order of acceptance', async () => {
    const customers = [await quiet.newEndCustomer(), await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    const items = Array.from({ length: 360 }, (_, index) => expense(customers[index % 3] as string))
    const { body } = await quiet.post('/v1/source-facts/batch', { items })
    const ids = (body.data as { source_fact: { id: string } }[]).map(({ source_fact }) => source_fact.id)
    await evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', ids))
    for (const customer of customers) {
      const order = await quiet.worker.pool.anyFirst(sql.type(row<{ source_id: string }>())`
        select source_id from journal_entries where end_customer_id = ${customer} order by entry_number
      `)
      expect(order).to.have.length(120)
      expect(order).to.deep.equal([...order].sort())
      expect(await quiet.findings(customer)).to.deep.equal([])
    }
  })

  it('a full batch of one end customer takes the waiting facts of others along', async () => {
    const [large, small, smaller] = [
      await quiet.newEndCustomer(),
      await quiet.newEndCustomer(),
      await quiet.newEndCustomer(),
    ]
    const jobs = await accept(large, 20)
    const others = [...(await accept(small, 3)), ...(await accept(smaller, 1))]
    const worker = { ...quiet.worker, config: { ...quiet.worker.config, worker_batch_size: 5 } }
    await evaluateFacts(worker, jobs.slice(0, 5))
    const posted = await Promise.all(
      [large, small, smaller].map((customer) => quiet.count('journal_entries', customer)),
    )
    expect(posted).to.deep.equal([5, 3, 1])
    await evaluateFacts(worker, others)
    expect(await quiet.findings(small)).to.deep.equal([])
  })

  it('an extra customer whose fact cannot be read does not fail the facts of the batch', async () => {
    const [large, small] = [await quiet.newEndCustomer(), await quiet.newEndCustomer()]
    const jobs = await accept(large, 5)
    const broken = (await accept(small, 1))[0]?.data.source_fact_id ?? ''
    await quiet.breakFact(broken)
    const worker = { ...quiet.worker, config: { ...quiet.worker.config, worker_batch_size: 5 } }
    const results = await evaluateFacts(worker, jobs)
    expect(results.map(({ status }) => status)).to.deep.equal(Array(5).fill('completed'))
    expect(await quiet.count('journal_entries', large)).to.equal(5)
    expect(await quiet.count('journal_entries', small)).to.equal(0)
    await quiet.worker.pool.query(sql.type(row())`
      update fact_states set failed_at = now() where source_fact_id = ${broken}
    `)
  })

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

/** Statements that the work itself sends; others of this process, such as a worker that polls, do not count. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { query } = Client.prototype
  const ownWork = new AsyncLocalStorage<boolean>()
  let count = 0
  Client.prototype.query = function (this: Client, ...args: any[]) {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text
    if (ownWork.getStore() && !/^(begin|commit|start transaction)/i.test(text ?? '')) count += 1
    return (query as any).apply(this, args)
  } as typeof query
  try {
    await ownWork.run(true, work)
    return count
  } finally {
    Client.prototype.query = query
  }
}
