import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../shared/embedded/server.ts'
import { openPool, row, sql } from '../../../shared/store/db/database.ts'
import { migrate } from '../../../shared/store/migrate.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { verifyLedger } from '../../../shared/verify/verify-ledger.ts'
import { bankEntry, camt053Message } from '../../camt053/messages.ts'
import { eventually } from '../../support/books.ts'
import { at } from '../../support/client.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { chart, EXPENSES, expense } from '../../support/requests/examples.ts'

const PORT = await freePort()
const BASE_URL = `http://127.0.0.1:${PORT}`

/** Real processes on a real server that syncs to disk, killed for real. */
describe('crashes', function () {
  this.timeout(360_000)
  let folder: string
  let server: EmbeddedPostgres
  let children: ChildProcess[] = []
  let client: ReturnType<typeof at>

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hauptbuch-crash-'))
    server = await startEmbeddedPostgres({ data_dir: folder })
    await migrate(server)
    const pool = await openPool(server.database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
    client = at(BASE_URL, await issueKey(pool, { client_name: 'tests' }))
    await pool.end()
    run('api/main.ts')
    await eventually(() =>
      fetch(`${BASE_URL}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  })
  after(async () => {
    for (const child of children) child.kill('SIGKILL')
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function run(file: string): ChildProcess {
    const env = { ...process.env, DATABASE_URL: server.database_url, PORT: String(PORT), HOST: '127.0.0.1' }
    const child = spawn(process.execPath, [file], {
      env: { ...env, LOG_LEVEL: 'fatal', WORKER_BATCH_SIZE: '7' },
      stdio: 'inherit',
    })
    children.push(child)
    child.once('exit', () => {
      children = children.filter((other) => other !== child)
    })
    return child
  }

  async function query<T>(read: (pool: Awaited<ReturnType<typeof openPool>>) => Promise<T>): Promise<T> {
    const pool = await openPool(server.database_url, { pool_size: 2, statement_timeout_ms: 10_000 })
    try {
      return await read(pool)
    } finally {
      await pool.end()
    }
  }

  async function newEndCustomers(count: number): Promise<string[]> {
    const customers = Array.from({ length: count }, () => randomUUID())
    for (const customer of customers) await client.put('/v1/accounts', chart(customer))
    return customers
  }

  /** Sends until there is an answer, as a client does that knows about idempotency. */
  async function accept(customer: string): Promise<string> {
    const body = expense(customer)
    const idempotencyKey = randomUUID()
    for (;;) {
      const answer = await client.post(EXPENSES, body, { idempotencyKey }).catch(() => null)
      if (answer?.status === 202) return answer.body.id
      if (answer) expect(answer.status, answer.text).to.equal(503)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  const posted = (customers: readonly string[]) =>
    query((pool) =>
      pool.oneFirst(sql.type(row<{ count: number }>())`
        select count(*)::integer as count from fact_states
        where end_customer_id = any(${sql.array(customers, 'uuid')}) and state = 'posted'
      `),
    )

  async function expectBooks(customers: readonly string[], accepted: readonly string[]): Promise<void> {
    await eventually(async () => (await posted(customers)) === accepted.length, 60)
    expect(new Set(accepted).size).to.equal(accepted.length)
    for (const customer of customers) {
      expect(await query((pool) => verifyLedger(pool, customer, () => {}))).to.deep.equal([])
    }
    const entries = await query((pool) =>
      pool.oneFirst(sql.type(row<{ count: number }>())`
        select count(*)::integer as count from journal_entries
        where end_customer_id = any(${sql.array(customers, 'uuid')})
      `),
    )
    expect(entries).to.equal(accepted.length)
  }

  it('a worker killed with SIGKILL in the middle of batches loses and doubles nothing', async () => {
    const customers = await newEndCustomers(3)
    let worker = run('workers/main.ts')
    const accepting = Promise.all(Array.from({ length: 300 }, (_, index) => accept(customers[index % 3] ?? '')))
    for (let kill = 0; kill < 4; kill += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500 + kill * 90))
      worker.kill('SIGKILL')
      worker = run('workers/main.ts')
    }
    await expectBooks(customers, await accepting)
    worker.kill('SIGTERM')
  })

  it('two workers at once: each fact once, in the order of acceptance', async () => {
    const customers = await newEndCustomers(2)
    const workers = [run('workers/main.ts'), run('workers/main.ts')]
    const accepted: string[] = []
    for (let round = 0; round < 6; round += 1) {
      accepted.push(
        ...(await Promise.all(Array.from({ length: 40 }, (_, index) => accept(customers[index % 2] ?? '')))),
      )
    }
    await expectBooks(customers, accepted)
    for (const customer of customers) {
      const order = await query((pool) =>
        pool.anyFirst(sql.type(row<{ source_id: string }>())`
          select source_id from journal_entries where end_customer_id = ${customer} order by entry_number
        `),
      )
      expect(order).to.deep.equal([...order].sort())
    }
    for (const worker of workers) worker.kill('SIGTERM')
  })

  it('the database restarted under load: clients that retry lose and double nothing, nobody has to be restarted', async () => {
    const customers = await newEndCustomers(2)
    const worker = run('workers/main.ts')
    let isOver = false
    const accepted: string[] = []
    const clients = Array.from({ length: 12 }, async (_, index) => {
      while (!isOver) accepted.push(await accept(customers[index % 2] ?? ''))
    })
    // A process that cannot reach the database while it starts ends, and its dyno starts it again; that is not tested here.
    await eventually(async () => (await posted(customers)) > 0)
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      await new Promise((resolve) => setTimeout(resolve, 700))
      process.kill(server.pid, signal)
      await server.exited
      await new Promise((resolve) => setTimeout(resolve, 300))
      server = await startEmbeddedPostgres({ data_dir: folder })
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
    isOver = true
    await Promise.all(clients)
    await expectBooks(customers, accepted)
    worker.kill('SIGTERM')
  })

  it('a worker killed in the middle of an import: every booking and payment is there once', async () => {
    const customer = randomUUID()
    const entries = Array.from({ length: 3_000 }, (_, index) => bankEntry({ amount: `${index + 1}.00` })).join('')
    const { body } = await client.upload(customer, camt053Message({ bankEntries: entries }))
    for (let kill = 0; kill < 3; kill += 1) {
      const worker = run('workers/main.ts')
      await new Promise((resolve) => setTimeout(resolve, 900 + kill * 150))
      worker.kill('SIGKILL')
    }
    const worker = run('workers/main.ts')
    await eventually(async () => (await client.get(`/v1/camt-053/imports/${body.id}`)).body.state === 'imported', 60)
    const counts = await query((pool) =>
      pool.one(sql.type(row<{ entries: number; payments: number }>())`
        select (select count(*) from camt053_entries where end_customer_id = ${customer})::integer as entries,
          (select count(*) from payments where end_customer_id = ${customer})::integer as payments
      `),
    )
    expect(counts).to.deep.equal({ entries: 3_000, payments: 3_000 })
    worker.kill('SIGTERM')
  })
})
