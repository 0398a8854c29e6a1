import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { startEmbeddedPostgres } from '../../shared/embedded/server.ts'
import { issueKey } from '../../shared/issue-key.ts'
import { openPool } from '../../shared/store/database.ts'
import { migrate } from '../../shared/store/migrate.ts'
import { expense } from '../support/examples.ts'

/**
 * How many expense documents a second one web process accepts over HTTP, each durable before its 202 (fsync on): with
 * group commit, and with a transaction for each request, in turns on the same machine in the same run.
 */

const SECONDS = Number(process.argv[2] ?? 8)
const CONNECTIONS = 64
const VARIANTS = { 'group commit': '200', 'transaction per request': '1' } as const

const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-bench-'))
const server = await startEmbeddedPostgres({ data_dir: folder })
try {
  await migrate(server.database_url)
  const pool = await openPool(server.database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
  const key = await issueKey(pool, { client_name: 'bench' })
  await pool.end()
  const rates = new Map<string, number[]>()
  for (let round = 0; round < 2; round += 1) {
    for (const [name, group_size] of Object.entries(VARIANTS)) {
      const rate = await measure(key, group_size)
      rates.set(name, [...(rates.get(name) ?? []), rate])
      console.log(`${name}: ${Math.round(rate)} accepted/s`)
    }
  }
  const best = (name: string) => Math.max(...(rates.get(name) ?? []))
  const ratio = best('group commit') / best('transaction per request')
  console.log(`group commit accepts ${ratio.toFixed(2)} × as many as a transaction per request`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(key: string, group_size: string): Promise<number> {
  const port = 3900 + Math.floor(Math.random() * 90)
  const env = {
    ...process.env,
    DATABASE_URL: server.database_url,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  const web = spawn(process.execPath, ['api/main.ts'], {
    env: { ...env, ACCEPT_GROUP_SIZE: group_size, DATABASE_POOL_SIZE: group_size === '1' ? '16' : '10' },
    stdio: 'inherit',
  })
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(50)
  await load(url, key, 2)
  const result = await load(url, key, SECONDS)
  web.kill('SIGTERM')
  await new Promise((resolve) => web.once('exit', resolve))
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result['2xx'] / result.duration
}

function load(url: string, key: string, seconds: number) {
  const customers = Array.from({ length: 50 }, () => randomUUID())
  const template = JSON.stringify(
    expense('CUSTOMER', { external_reference: 'REFERENCE', idempotency_key: 'REFERENCE' }),
  )
  let count = 0
  return autocannon({
    url: `${url}/v1/source-facts/expense-documents`,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    requests: [
      {
        setupRequest: (request) => {
          count += 1
          const reference = randomUUID()
          const body = template.replaceAll('REFERENCE', reference).replace('CUSTOMER', customers[count % 50] ?? '')
          return { ...request, body, headers: { ...request.headers, 'idempotency-key': reference } }
        },
      },
    ],
  })
}
