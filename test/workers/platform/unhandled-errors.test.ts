import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { FACT_QUEUES } from '../../../shared/contract/platform/queue-names.ts'
import { openPool, type Pool, row, sql, type Tx } from '../../../shared/store/db/database.ts'
import { eventually } from '../../support/books.ts'
import { startProcesses } from '../../support/processes/real-processes.ts'
import { chart, EXPENSES, expense } from '../../support/requests/examples.ts'

const FAULTY = { NODE_OPTIONS: '--import ./test/support/processes/fail-on-signal.ts' }
const FATAL = 60

/** Real processes in which something fails that nobody handles. */
describe('an error that nobody handles', function () {
  this.timeout(360_000)
  let running: Awaited<ReturnType<typeof startProcesses>>
  let pool: Pool
  const begin = async (FAULT: string, more: Record<string, string> = {}) => {
    running = await startProcesses({ ...FAULTY, FAULT, ...more })
    pool = await openPool(running.database_url, { pool_size: 2, statement_timeout_ms: 60_000 })
  }
  afterEach(async () => {
    await Promise.all([running.stop(), pool.end()])
  })

  type Process = (typeof running)['web']
  const fatals = ({ lines }: Process) => lines().filter(({ level }) => level === FATAL)
  const saysNothingOfValues = (one: Process) => {
    expect(one.text() + one.complaints()).to.not.match(/Papeterie|107\.35/)
    expect(one.complaints()).to.equal('')
  }
  const states = (db: Pool | Tx) =>
    db.anyFirst(sql.type(row<{ state: string }>())`
      select state::text from pgboss.job where name = any(${sql.array(FACT_QUEUES, 'text')}) and state < 'completed'
    `)

  for (const fault of ['exception', 'rejection'])
    it(`${fault}: web answers what it has begun, logs where it was and no value, and ends with 1`, async () => {
      await begin(fault)
      await running.worker.stop()
      const waiting = running.client.post(EXPENSES, expense(randomUUID()), { wait: 30 })
      await eventually(async () => (await states(pool)).length === 1)
      running.web.child.kill('SIGUSR2')
      expect((await waiting).status).to.equal(202)
      expect(await running.web.exited).to.equal(1)
      const [line, ...more] = fatals(running.web)
      expect(more).to.deep.equal([])
      expect(line?.msg).to.equal('an error that nobody handles: the process stops')
      expect(JSON.stringify(line)).to.include('fail-on-signal')
      saysNothingOfValues(running.web)
    })

  it('exception: a worker finishes its batch, or puts it off', async () => {
    await begin('exception')
    const customer = randomUUID()
    await running.client.put('/v1/accounts', chart(customer), { wait: 10 })
    await pool.transaction(async (tx) => {
      await tx.query(sql.type(row())`select from ledger_heads where end_customer_id = ${customer} for update`)
      await running.client.post(EXPENSES, expense(customer))
      await eventually(async () => (await states(tx)).includes('active'))
      running.worker.child.kill('SIGUSR2')
      await eventually(async () => fatals(running.worker).length === 1)
    })
    expect(await running.worker.exited).to.equal(1)
    const waiting = await states(pool)
    const { data } = (await running.client.get(`/v1/journal-entries?end_customer_id=${customer}`)).body
    expect([waiting, data.length]).to.deep.be.oneOf([
      [[], 1],
      [['created'], 0],
    ])
    saysNothingOfValues(running.worker)
  })

  it('one after the other: a worker hands back what it cannot finish, and does not fill its log', async () => {
    await begin('one after the other', { SHUTDOWN_TIMEOUT_MS: '1000', STATEMENT_TIMEOUT_MS: '60000' })
    const customer = randomUUID()
    await running.client.put('/v1/accounts', chart(customer), { wait: 10 })
    await pool.transaction(async (tx) => {
      await tx.query(sql.type(row())`select from ledger_heads where end_customer_id = ${customer} for update`)
      await running.client.post(EXPENSES, expense(customer))
      await eventually(async () => (await states(tx)).includes('active'))
      running.worker.child.kill('SIGUSR2')
      expect(await running.worker.exited).to.equal(1)
      // To be tried again, or at the end of the backlog.
      expect((await states(tx)).filter((state) => state !== 'retry' && state !== 'created')).to.deep.equal([])
      expect(await states(tx)).to.have.length(1)
    })
    expect(fatals(running.worker).length).to.be.within(2, 10)
    saysNothingOfValues(running.worker)
  })
})
