import { expect } from 'chai'
import { uuidOf } from '../../../../shared/process/ids.ts'
import { row, sql } from '../../../../shared/store/db/database.ts'
import { factDecisionsUpdate, markFactsFailed, markToDecideAgain } from '../../../../shared/store/facts/fact-states.ts'
import type { FactKey } from '../../../../shared/store/facts/source-facts.ts'
import { evaluateFacts } from '../../../../workers/facts/evaluate-facts.ts'
import { BACKLOG, type Lane, SHORT_LANE } from '../../../../workers/facts/lanes.ts'
import { openQuietService, type QuietService } from '../../../support/quiet-service.ts'
import { ACCOUNTS, chart, credit, debit, VOUCHERS, voucher } from '../../../support/requests/examples.ts'
import { there } from '../../../support/there.ts'

const NEW_ACCOUNT = { account_code: '6999', account_name: 'Neues Konto', account_type: 'expense' }

/** One job of each fact, and any loop may fetch any of them first: a worker that does nothing by itself is given the last one. */
describe('blocked facts that are decided again', () => {
  let quiet: QuietService
  let customer: string
  before(async () => {
    quiet = await openQuietService()
  })
  after(() => quiet.close())
  beforeEach(async () => {
    customer = await quiet.newEndCustomer()
  })

  async function send(account_code: string, key: string): Promise<FactKey> {
    const lines = [debit(account_code, 100), credit('1020', 100)]
    const names = { idempotency_key: key, external_reference: key }
    const { body } = await quiet.post(VOUCHERS, { ...voucher(customer, { payload: { text: key, lines } }), ...names })
    return { end_customer_id: customer, source_fact_id: there(uuidOf('source_fact', body.id)) }
  }

  /** Facts that wait for an account, decided once. */
  async function blocked(count: number): Promise<FactKey[]> {
    const keys: FactKey[] = []
    for (let index = 0; index < count; index += 1) keys.push(await send('6999', `k${index}`))
    await quiet.work('facts.evaluate')
    return keys
  }

  async function handOn(): Promise<void> {
    await quiet.put('/v1/accounts', chart(customer, '2020-01-01', [...ACCOUNTS, NEW_ACCOUNT]))
    await quiet.work('facts.reevaluate')
  }

  async function evaluate({ source_fact_id }: FactKey, lane: Lane): Promise<void> {
    const jobs = await quiet.jobsOf('facts.evaluate', customer)
    const its = jobs.filter(({ data }) => data.source_fact_id === source_fact_id)
    expect(its).to.have.length(1)
    await evaluateFacts(quiet.worker, its, lane)
  }

  const booked = () =>
    quiet.worker.pool.anyFirst(sql.type(row<{ source_id: string }>())`
      select source_id from journal_entries where end_customer_id = ${customer} order by entry_number
    `)
  const idsOf = (keys: readonly FactKey[]) => keys.map(({ source_fact_id }) => source_fact_id)
  const dueAgain = () =>
    quiet.worker.pool.anyFirst(sql.type(row<{ source_fact_id: string }>())`
      select source_fact_id from fact_states where end_customer_id = ${customer} and decide_again_at is not null
    `)

  it('are decided in the order in which they came, whichever job comes first', async () => {
    const keys = await blocked(3)
    await handOn()
    expect(await dueAgain()).to.have.members(idsOf(keys))
    await evaluate(there(keys[2]), BACKLOG)
    expect(await booked()).to.deep.equal(idsOf(keys))
    expect(await dueAgain()).to.deep.equal([])
    await quiet.work('facts.backlog')
    expect(await booked()).to.deep.equal(idsOf(keys))
    expect(await quiet.findings(customer)).to.deep.equal([])
  })

  it('come before a fact that is new', async () => {
    const keys = await blocked(2)
    await handOn()
    const late = await send('6500', 'late')
    await evaluate(late, SHORT_LANE)
    expect(await booked()).to.deep.equal(idsOf([...keys, late]))
  })

  it('stop no later one when their evaluation fails', async () => {
    const [failing, other] = await blocked(2)
    await handOn()
    await quiet.worker.pool.transaction((tx) => markFactsFailed(tx, [there(failing)]))
    await evaluate(there(other), BACKLOG)
    expect(await booked()).to.deep.equal(idsOf([there(other)]))
    await quiet.work('facts.backlog')
    expect(await booked()).to.deep.equal(idsOf([there(other), there(failing)]))
  })

  it('stay so where they are handed on while a batch is deciding them', async () => {
    const [key] = await blocked(1)
    const saved = { ...there(key), state: 'blocked' as const, blockers: [], warnings: [], superseded_by: null }
    const decision = { ...saved, journal_entry_id: null }
    const { pool } = quiet.worker
    await pool.transaction(async (tx) => {
      await tx.query(sql.type(row())`select`)
      await pool.transaction((other) => markToDecideAgain(other, [there(key)]))
      await tx.query(factDecisionsUpdate([decision]))
    })
    expect(await dueAgain()).to.deep.equal(idsOf([there(key)]))
    await pool.transaction((tx) => tx.query(factDecisionsUpdate([decision])))
    expect(await dueAgain()).to.deep.equal([])
  })
})
