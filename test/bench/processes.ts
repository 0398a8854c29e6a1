import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../shared/embedded/server.ts'
import { issueKey } from '../../shared/issue-key.ts'
import { openPool, type Pool } from '../../shared/store/database.ts'
import { migrate } from '../../shared/store/migrate.ts'

export type Bench = { readonly database_url: string; readonly key: string; readonly pool: Pool }

/** Runs a measurement on a fresh PostgreSQL of its own, with fsync on. */
export async function withFreshDatabase(measure: (bench: Bench) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-bench-'))
  const server = await startEmbeddedPostgres({ data_dir: folder })
  try {
    await migrate(server.database_url)
    const pool = await openPool(server.database_url, { pool_size: 1, statement_timeout_ms: 60_000 })
    const key = await issueKey(pool, { client_name: 'bench' })
    await measure({ database_url: server.database_url, key, pool })
    await pool.end()
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export type Running = { readonly child: ChildProcess; stop(): Promise<void> }

export function startProcess(file: string, database_url: string, env: NodeJS.ProcessEnv): Running {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, DATABASE_URL: database_url, LOG_LEVEL: 'warn', ...env },
    stdio: 'inherit',
  })
  return {
    child,
    async stop() {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

/** A web process that is ready, on a port of its own. */
export async function startWeb(database_url: string, env: NodeJS.ProcessEnv = {}) {
  const port = 3900 + Math.floor(Math.random() * 90)
  const url = `http://127.0.0.1:${port}`
  const web = startProcess('api/main.ts', database_url, { ...env, HOST: '127.0.0.1', PORT: String(port) })
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await sleep(50)
  return { ...web, url }
}
