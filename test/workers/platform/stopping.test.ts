import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Client } from 'pg'
import { openPool, row, sql } from '../../../shared/store/db/database.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { runProcess, startProcesses } from '../../support/processes/real-processes.ts'
import { chart, EXPENSES, expense } from '../../support/requests/examples.ts'
import { ownerUrl } from '../../support/service.ts'

/** Real processes that are asked to stop while they work. */
describe('SIGTERM under load', function () {
  this.timeout(180_000)

  async function count(database_url: string, table: string, customer: string): Promise<number> {
    const pool = await openPool(database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
    const found = await pool.oneFirst(sql.type(row<{ count: number }>())`
      select count(*)::integer as count from ${sql.identifier([table])} where end_customer_id = ${customer}
    `)
    await pool.end()
    return found
  }

  it('web: /readyz says no first, every request that was taken is answered 202, and it ends with 0', async () => {
    const running = await startProcesses({ DRAIN_MS: '400' })
    const customer = randomUUID()
    await running.client.put('/v1/accounts', chart(customer))
    const statuses: number[] = []
    const clients = Array.from({ length: 16 }, async () => {
      for (;;) {
        const answer = await running.client.post(EXPENSES, expense(customer)).catch(() => null)
        // Nobody listens any more.
        if (!answer) return
        statuses.push(answer.status)
      }
    })
    await eventually(async () => statuses.length > 100)
    const readiness: (number | null)[] = []
    const watch = (async () => {
      while (readiness.at(-1) !== null)
        readiness.push(
          await fetch(`${running.base_url}/readyz`, { headers: { Connection: 'close' } }).then(
            ({ status }) => status,
            () => null,
          ),
        )
    })()
    const before = statuses.length
    const started = performance.now()
    expect(await running.web.stop()).to.equal(0)
    expect(performance.now() - started).to.be.within(400, 10_000)
    await Promise.all([watch, ...clients])
    expect(readiness.filter((status) => status === 503)).to.have.length.greaterThan(0)
    expect(readiness.slice(readiness.indexOf(503), -1).every((status) => status === 503)).to.equal(true)
    expect(new Set(statuses)).to.deep.equal(new Set([202]))
    expect(statuses.length).to.be.greaterThan(before)
    expect(await count(running.database_url, 'source_facts', customer)).to.equal(statuses.length)
    expect(await running.worker.stop()).to.equal(0)
    expect(running.web.complaints() + running.worker.complaints()).to.equal('')
  })

  it('web: who waits for a decision is answered at once with what was recorded', async () => {
    const running = await startProcesses()
    await running.worker.stop()
    const customer = randomUUID()
    const waiting = running.client.post(EXPENSES, expense(customer), { wait: 30 })
    await eventually(async () => (await count(running.database_url, 'source_facts', customer)) === 1)
    const started = performance.now()
    const stopped = running.web.stop()
    const { status, body } = await waiting
    expect([status, body.state]).to.deep.equal([202, 'received'])
    expect(await stopped).to.equal(0)
    expect(performance.now() - started).to.be.lessThan(5_000)
  })

  it('a worker with METRICS_PORT shows its metrics there, and needs a token for it', async () => {
    const port = await freePort()
    const token = 'a-token-for-prometheus'
    const running = await startProcesses({ METRICS_PORT: String(port), METRICS_TOKEN: token })
    const ask = (base_url: string) => fetch(`${base_url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await ask(`http://127.0.0.1:${port}`)).text()).to.include(
      'hauptbuch_accept_to_posted_seconds_count 0',
    )
    expect(await (await ask(running.base_url)).text()).to.include('hauptbuch_recent_accept_to_posted_seconds')
    expect(await running.stop()).to.deep.equal([0, 0])
    const careless = runProcess('workers/main.ts', { DATABASE_URL: running.database_url, METRICS_PORT: String(port) })
    expect(await careless.exited).to.equal(1)
    expect(careless.complaints()).to.include('METRICS_TOKEN must be set')
  })

  it('worker: an import that cannot be finished in time is handed back, and its bookings are there once', async () => {
    const running = await startProcesses({ SHUTDOWN_TIMEOUT_MS: '300' })
    await running.worker.stop()
    const customer = randomUUID()
    const entries = Array.from({ length: 12_000 }, (_, index) => bankEntry({ amount: `${index + 1}.00` })).join('')
    const { body } = await running.client.upload(customer, camt053Message({ bankEntries: entries }))
    const jobState = async () => {
      const pool = await openPool(running.database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
      const state = await pool.oneFirst(sql.type(row<{ state: string }>())`
        select state::text as state from pgboss.job where name = 'camt053.import' and data ->> 'end_customer_id' = ${customer}
      `)
      await pool.end()
      return state
    }
    // Somebody else holds the table that the import writes to, so it cannot end however fast the machine is.
    const holder = new Client({ connectionString: ownerUrl(running.database_url) })
    await holder.connect()
    await holder.query('begin; lock table payments in exclusive mode')
    const hurried = runProcess('workers/main.ts', running.env)
    await eventually(async () => (await jobState()) === 'active')
    const started = performance.now()
    expect(await hurried.stop()).to.equal(0)
    expect(performance.now() - started).to.be.lessThan(6_000)
    expect(await jobState()).to.equal('retry')
    expect(hurried.lines().filter(({ level }) => level >= 50)).to.deep.equal([])
    await holder.end()
    const patient = runProcess('workers/main.ts', { ...running.env, SHUTDOWN_TIMEOUT_MS: '25000' })
    await eventually(async () => (await jobState()) === 'active')
    // This one has the time to finish what it has begun.
    expect(await patient.stop()).to.equal(0)
    expect((await running.client.get(`/v1/camt-053/imports/${body.id}`)).body.state).to.equal('imported')
    for (const table of ['camt053_entries', 'payments'])
      expect(await count(running.database_url, table, customer), table).to.equal(12_000)
    expect(await running.web.stop()).to.equal(0)
  })
})
