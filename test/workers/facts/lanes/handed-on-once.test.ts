import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { openQuietService, type QuietService } from '../../../support/quiet-service.ts'
import { ACCOUNTS, chart, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'

/** Nobody works but the test, so what waits is what changes have handed on. */
describe('blocked facts and intents that are handed on by several changes', () => {
  let quiet: QuietService
  let customer: string
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  beforeEach(async () => {
    customer = await quiet.newEndCustomer()
    for (const key of ['first', 'second']) await block(key)
  })

  const run = (query: ReturnType<ReturnType<typeof sql.type>>) => quiet.owner.query(query)

  /** A voucher that waits for an account. */
  async function block(key: string): Promise<void> {
    const lines = [debit('6999', 100), credit('1020', 100)]
    const names = { idempotency_key: `${customer} ${key}`, external_reference: key }
    await quiet.post(VOUCHERS, { ...voucher(customer, { payload: { text: key, lines } }), ...names })
    await quiet.work('facts.evaluate')
  }
  /** A change that frees none of them. */
  async function change(name: string): Promise<void> {
    const other = { account_code: '6998', account_name: name, account_type: 'expense' }
    await quiet.put('/v1/accounts', chart(customer, '2020-01-01', [...ACCOUNTS, other]))
    await quiet.work('facts.reevaluate')
  }
  const waiting = async () => (await quiet.jobsOf('facts.evaluate', customer)).map(({ data }) => data.source_fact_id)

  it('wait once each, however many changes there are', async () => {
    for (const name of ['one', 'two', 'three']) await change(name)
    expect(await waiting()).to.have.length(2)
    expect(new Set(await waiting()).size).to.equal(2)
    await quiet.work('facts.backlog')
    expect(await waiting()).to.deep.equal([])
    await change('four')
    expect(await waiting()).to.have.length(2)
  })

  it('wait again beside a job that is worked on: it may not have seen the change', async () => {
    await change('one')
    await run(sql.type(row())`
      update pgboss.job set state = 'active'
      where name = 'facts.backlog' and data ->> 'end_customer_id' = ${customer}
    `)
    await change('two')
    expect(await waiting()).to.have.length(2)
  })

  it('wait again beside a job that was put off', async () => {
    await change('one')
    await run(sql.type(row())`
      update pgboss.job set start_after = now() + interval '10 minutes'
      where name = 'facts.backlog' and data ->> 'end_customer_id' = ${customer}
    `)
    await change('two')
    expect(await waiting()).to.have.length(4)
  })

  it('need no other job where the one that came with the fact still waits', async () => {
    await run(sql.type(row())`delete from pgboss.job where data ->> 'end_customer_id' = ${customer}`)
    await run(sql.type(row())`
      insert into pgboss.job (name, id, data)
      select 'facts.evaluate', source_fact_id,
        jsonb_build_object('end_customer_id', end_customer_id, 'source_fact_id', source_fact_id)
      from fact_states where end_customer_id = ${customer}
    `)
    await change('one')
    expect(await waiting()).to.have.length(2)
  })

  it('wait once each as intents', async () => {
    const intent = async () => {
      const subject_id = randomUUID()
      await run(sql.type(row())`
        insert into intents (end_customer_id, intent_id, intent_type, subject_id, request, state, blocker_codes, actor_id, request_id, created_at)
        values (${customer}, ${randomUUID()}, 'source_fact_reversal', ${subject_id}, '{}', 'blocked', '{account_inactive}', 'test', 'test', now())
      `)
    }
    for (const _ of [1, 2]) await intent()
    for (const name of ['one', 'two', 'three']) await change(name)
    expect(await quiet.jobsOf('ledger.post', customer)).to.have.length(2)
  })
})
