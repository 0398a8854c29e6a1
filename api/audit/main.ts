import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Command } from 'commander'
import { closeDeps, type Deps, openDeps } from '../../shared/deps/deps.ts'
import { readConfig } from '../../shared/process/config.ts'
import { disableApiKey } from '../../shared/store/platform/api-keys.ts'
import { issueKey, keyIdOf } from '../../shared/store/platform/issue-key.ts'
import { buildApp } from '../app.ts'
import { writeYear } from './write-year.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Used by `ops export --fiscal-year`, which knows the database and no HTTP. */
const { args } = new Command('node api/audit/main.ts')
  .description('Writes the answers of the interface about one fiscal year into a folder.')
  .argument('<folder>')
  .argument('<end_customer_id>')
  .argument('<fiscal_year_id>')
  .parse()
const [folder = '', end_customer_id = '', fiscal_year_id = ''] = args

try {
  await writePages()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** A service for itself, on this machine alone. */
async function writePages(): Promise<void> {
  const deps = await openDeps({ ...readConfig(), log_level: 'fatal' }, 'audit')
  const app = buildApp(deps)
  const http = createServer(app.koa.callback())
  try {
    await new Promise<void>((resolve, reject) => http.once('error', reject).listen(0, '127.0.0.1', resolve))
    await writeAs(deps, `http://127.0.0.1:${(http.address() as AddressInfo).port}`)
  } finally {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
    await app.close()
    await closeDeps(deps, 1_000)
  }
}

/** With a key that reads this end customer and ends with the work. */
async function writeAs({ pool }: Deps, base_url: string): Promise<void> {
  const key = await issueKey(pool, {
    client_name: 'audit package',
    scopes: ['read'],
    end_customer_ids: [end_customer_id],
    expires_at: new Date(Date.now() + DAY_MS).toISOString(),
  })
  try {
    await writeYear({ folder, base_url, key, end_customer_id, fiscal_year_id })
  } finally {
    await disableApiKey(pool, keyIdOf(key))
  }
}
