import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { FactState } from '../../shared/contract/facts/source-facts.ts'
import { openPool, row, sql } from '../../shared/store/db/database.ts'
import { issueKey } from '../../shared/store/platform/issue-key.ts'
import { type VerificationFinding, verifyLedger } from '../../shared/verify/verify-ledger.ts'
import { eventually } from '../support/books.ts'
import { freePort } from '../support/processes/free-port.ts'
import { service } from '../support/service.ts'

export type FuzzedService = Awaited<ReturnType<typeof startFuzzedService>>

/** A process that runs out of this heap dies, and that is noticed. */
const SMALL_HEAP = '--max-old-space-size=128 --max-semi-space-size=4 --no-deprecation'

/** Tables that only requests add to: a refused request leaves their number of rows as it was. */
// biome-ignore format: a set of names reads better in rows
const TABLES_OF_REQUESTS = [
  'account_mappings', 'accounts', 'allocation_handoffs', 'allocations', 'average_exchange_rates', 'camt053_chunks', 'camt053_imports', 'camt054_imports', 'chart_accounts',
  'chart_versions', 'end_customers', 'exchange_rates', 'fiscal_year_changes', 'fiscal_year_closings',
  'idempotency_records', 'intents', 'kept_bank_reconciliations', 'manual_payments', 'partner_relations', 'payment_orders', 'payment_status_reports', 'period_locks', 'source_facts',
  'supplier_settlements', 'vat_registration_changes', 'webhook_positions', 'webhook_subscriptions',
]

/** Beside much other work two processes have taken longer than a minute to start; how long is not what is looked for. */
const START_SECONDS = 240

/** Web and worker as separate processes with little memory, on a separate database. */
export async function startFuzzedService() {
  const database_url = await service().server.createDatabase()
  const pool = await openPool(database_url, { pool_size: 4, statement_timeout_ms: 60_000 })
  const metrics_token = randomBytes(16).toString('hex')
  const port = await freePort()
  const env = {
    DATABASE_URL: database_url,
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_TOKEN: metrics_token,
    WEBHOOK_SECRETS_KEY: randomBytes(16).toString('hex'),
  }
  const web = startProcess('api/main.ts', env)
  // Nothing leaves this machine, whatever URLs there are.
  const worker = startProcess('workers/main.ts', { ...env, WEBHOOK_CONCURRENCY: '0' })
  const base_url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${base_url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(isReady, START_SECONDS)
  return {
    port,
    base_url,
    pool,
    issueKey: (options: object = {}) => issueKey(pool, { client_name: 'fuzz', ...options }),
    /** Rows that requests have made; a refused one makes none. */
    countRows: () => countRows(pool),
    /** @throws Error with the errors that the processes have logged since the last call, or with their end */
    expectNoTroubles() {
      const troubles = web.troubles() + worker.troubles()
      if (troubles !== '') throw new Error(troubles)
    },
    /** Resident memory of the web process in MB. */
    residentMb: () => residentMb(base_url, metrics_token),
    /** Waits until the queues are empty. @returns jobs that had to be tried again, have failed or are dead letters */
    async drain(): Promise<readonly object[]> {
      await eventually(async () => (await unfinished(pool)) === 0 || (await faulty(pool)).length > 0, 120)
      return faulty(pool)
    },
    factsInState: (state: FactState): Promise<number> =>
      pool.oneFirst(sql.type(row<{ count: number }>())`
      select count(*)::integer as count from fact_states where state = ${state}
    `),
    findings: () => verifyAll(pool),
    async stop() {
      await Promise.all([web.stop(), worker.stop()])
      await pool.end()
    },
  }
}

type Pool = Awaited<ReturnType<typeof openPool>>

function countRows(pool: Pool): Promise<number> {
  const counts = TABLES_OF_REQUESTS.map((name) => sql.fragment`(select count(*) from ${sql.identifier([name])})`)
  return pool.oneFirst(sql.type(row<{ count: number }>())`
    select (${sql.join(counts, sql.fragment` + `)})::integer as count
  `)
}

async function residentMb(base_url: string, metrics_token: string): Promise<number> {
  const response = await fetch(`${base_url}/metrics`, { headers: { Authorization: `Bearer ${metrics_token}` } })
  const [, bytes = ''] = /^process_resident_memory_bytes (\d+)/m.exec(await response.text()) ?? []
  return Number(bytes) / 2 ** 20
}

async function verifyAll(pool: Pool): Promise<VerificationFinding[]> {
  const ledgers = await pool.anyFirst(sql.type(row<{ id: string }>())`select end_customer_id as id from end_customers`)
  const found: VerificationFinding[] = []
  for (const id of ledgers) found.push(...(await verifyLedger(pool, id, () => {})))
  return found
}

function unfinished(pool: Pool): Promise<number> {
  return pool.oneFirst(sql.type(row<{ count: number }>())`
    select count(*)::integer as count from pgboss.job
    where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' and name <> 'maintenance.daily'
  `)
}

function faulty(pool: Pool): Promise<readonly object[]> {
  return pool.any(sql.type(row<object>())`
    select name, state::text as state, retry_count, data, output from pgboss.job
    where name = 'dead_letters' or state = 'failed' or retry_count > 0
    limit 5
  `)
}

/** A process of the service whose log of errors is read. */
function startProcess(file: string, env: NodeJS.ProcessEnv) {
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: { ...process.env, ...env, LOG_LEVEL: 'error', NODE_OPTIONS: SMALL_HEAP },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      if (output.length < 3_000) output += chunk
    })
  return {
    troubles(): string {
      const { exitCode, signalCode } = child
      const end = exitCode !== null || signalCode !== null ? `${file} has ended: ${exitCode ?? signalCode}. ` : ''
      const troubles = end + (output && `${file} has logged ${output}`)
      output = ''
      return troubles
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
