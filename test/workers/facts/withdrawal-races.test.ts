import { expect } from 'chai'
import { Client } from 'pg'
import { uuidOf } from '../../../shared/process/ids.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { factDecisionsUpdate } from '../../../shared/store/facts/fact-states.ts'
import { evaluateFacts } from '../../../workers/facts/evaluate-facts.ts'
import { reevaluateFacts } from '../../../workers/facts/reevaluate-facts.ts'
import { eventually } from '../../support/books.ts'
import { PATIENT } from '../../support/processes/patient-lane.ts'
import { openQuietService, type QuietService } from '../../support/quiet-service.ts'
import { EXPENSES, expense } from '../../support/requests/examples.ts'
import { there } from '../../support/there.ts'

/** A service whose worker does nothing by itself: a test says when the job of a fact runs, and when it is withdrawn. */
describe('a fact is withdrawn while its job runs', () => {
  let quiet: QuietService
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())

  const accept = async (customer: string, overrides: Parameters<typeof expense>[1] = {}) =>
    (await quiet.post(EXPENSES, expense(customer, overrides))).body.id
  const withdraw = (customer: string, id: string) =>
    quiet.post(`/v1/source-facts/${id}/withdraw`, { end_customer_id: customer, reason: 'sent by mistake' })
  const evaluate = async (id: string) => evaluateFacts(quiet.worker, await quiet.jobs('facts.evaluate', [id]), PATIENT)
  const stateOf = async (id: string) => (await quiet.get(`/v1/source-facts/${id}`)).body.state
  const eventsOf = async (customer: string) =>
    (await quiet.get(`/v1/events?end_customer_id=${customer}`)).body.data.map(({ event_type }) => event_type)

  async function expectOnly(customer: string, state: 'posted' | 'withdrawn'): Promise<void> {
    expect(await quiet.count('journal_entries', customer)).to.equal(state === 'posted' ? 1 : 0)
    expect(await eventsOf(customer)).to.deep.equal([`fact.${state}`])
    expect(await quiet.findings(customer)).to.deep.equal([])
  }

  /** Holds the ledger until both wait for it, in the given order. */
  async function inOrder<First, Second>(customer: string, first: () => Promise<First>, second: () => Promise<Second>) {
    const client = new Client({ connectionString: quiet.database_url })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('select from ledger_heads where end_customer_id = $1 for update', [customer])
      const one = first()
      await eventually(async () => (await waiting()) === 1)
      const two = second()
      await eventually(async () => (await waiting()) === 2)
      await client.query('commit')
      return await Promise.all([one, two])
    } finally {
      await client.end()
    }
  }
  const waiting = () =>
    quiet.worker.pool.oneFirst(sql.type(row<{ count: number }>())`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `)

  it('withdrawn first: a job that has read the fact already books nothing', async () => {
    const customer = await quiet.newEndCustomer()
    const id = await accept(customer)
    const [answer, results] = await inOrder(
      customer,
      () => withdraw(customer, id),
      () => evaluate(id),
    )
    expect([answer.status, answer.body.state]).to.deep.equal([201, 'withdrawn'])
    expect(results.map(({ status }) => status)).to.deep.equal(['completed'])
    await expectOnly(customer, 'withdrawn')
  })

  it('booked first: the withdrawal is refused', async () => {
    const customer = await quiet.newEndCustomer()
    const id = await accept(customer)
    const [, answer] = await inOrder(
      customer,
      () => evaluate(id),
      () => withdraw(customer, id),
    )
    expect([answer.status, answer.body.error.details[0]?.code]).to.deep.equal([409, 'already_posted'])
    await expectOnly(customer, 'posted')
  })

  it('at once, many times: exactly one of both happens', async () => {
    for (let round = 0; round < 20; round += 1) {
      const customer = await quiet.newEndCustomer()
      const id = await accept(customer)
      const [answer] = await Promise.all([withdraw(customer, id), evaluate(id)])
      const state = await stateOf(id)
      expect([answer.status, state]).to.be.deep.oneOf([
        [201, 'withdrawn'],
        [409, 'posted'],
      ])
      await expectOnly(customer, state as 'posted' | 'withdrawn')
    }
  })

  it('a blocked fact that was handed to evaluation before it was withdrawn is not booked by that job', async () => {
    const customer = await quiet.newEndCustomer()
    const day = (locked_through: string) => ({ end_customer_id: customer, locked_through, reason: 'x' })
    await quiet.put('/v1/period-locks', day('2026-03-31'))
    const id = await accept(customer)
    await evaluate(id)
    expect(await stateOf(id)).to.equal('blocked')
    await quiet.put('/v1/period-locks', day('2026-01-31'))
    await reevaluateFacts(quiet.worker, await quiet.jobsOf('facts.reevaluate', customer))
    expect((await withdraw(customer, id)).status).to.equal(201)
    await evaluate(id)
    expect(await eventsOf(customer)).to.deep.equal(['fact.blocked', 'fact.withdrawn'])
    expect(await quiet.count('journal_entries', customer)).to.equal(0)
  })

  it('nobody decides a withdrawn fact again, and nobody edits who has withdrawn it', async () => {
    const customer = await quiet.newEndCustomer()
    const id = await accept(customer)
    await withdraw(customer, id)
    const client = new Client({ connectionString: quiet.database_url })
    await client.connect()
    const change = (what: string) =>
      client.query(`update fact_states set ${what} where source_fact_id = $1`, [uuidOf('source_fact', id)]).then(
        () => 'changed',
        ({ message }) => message,
      )
    for (const what of [`state = 'received', withdrawal = null`, `state = 'blocked'`, `withdrawal = '{}'`])
      expect(await change(what)).to.match(/never changed|fact_states_withdrawal/)
    await client.end()
    // Decisions are written by this statement, in this release and in the one before.
    const source_fact_id = there(uuidOf('source_fact', id))
    const nothing = { blockers: [], warnings: [], journal_entry_id: null, superseded_by: null }
    const decision = { end_customer_id: customer, source_fact_id, state: 'posted', ...nothing } as const
    const decided = await quiet.worker.pool.query(factDecisionsUpdate([decision])).then(
      () => null,
      (error) => error,
    )
    expect(decided).to.have.property('constraint', 'fact_states_withdrawal')
    expect(await stateOf(id)).to.equal('withdrawn')
  })
})
