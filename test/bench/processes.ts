import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../shared/embedded/server.ts'
import { openPool, type Pool } from '../../shared/store/db/database.ts'
import { migrate } from '../../shared/store/migrate.ts'
import { issueKey } from '../../shared/store/platform/issue-key.ts'
import { freePort } from '../torture/surroundings/processes.ts'

export type Database = { readonly database_url: string; readonly key: string; readonly pool: Pool }
export type BenchServer = {
  readonly version: string
  /** Runs a measurement in a database of its own; all of them are on the same PostgreSQL, with fsync on. */
  withDatabase<Result>(measure: (database: Database) => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

export async function startBenchServer(): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-bench-'))
  const server = await startEmbeddedPostgres({ data_dir: folder })
  const admin = new Client({ connectionString: server.database_url })
  await admin.connect()
  const { rows } = await admin.query('show server_version')
  const keep = endWithThisProcess(() => {
    process.kill(server.pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  })
  let count = 0
  return {
    version: `PostgreSQL ${rows[0].server_version}`,
    async withDatabase(measure) {
      count += 1
      const name = `bench_${count}`
      await admin.query(`create database ${name}`)
      const url = new URL(server.database_url)
      url.pathname = `/${name}`
      await migrate(url.href)
      const pool = await openPool(url.href, { pool_size: 4, statement_timeout_ms: 120_000 })
      const key = await issueKey(pool, { client_name: 'bench' })
      try {
        return await measure({ database_url: url.href, key, pool })
      } finally {
        await pool.end()
        await admin.query(`drop database ${name} with (force)`)
        // What the last measurement has left to write must not slow down the next one.
        await admin.query('checkpoint')
      }
    },
    async stop() {
      keep()
      await admin.end()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Running = { readonly child: ChildProcess; stop(): Promise<void> }

export function startProcess(file: string, database_url: string, env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, DATABASE_URL: database_url, LOG_LEVEL: 'warn', ...env },
    stdio: 'inherit',
  })
  child.once(
    'exit',
    endWithThisProcess(() => child.kill('SIGKILL')),
  )
  return {
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

export type Web = Running & { readonly url: string }

/** A web process that is ready, on a port of its own. */
export async function startWeb(database_url: string, env: NodeJS.ProcessEnv = {}): Promise<Web> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const web = startProcess('api/main.ts', database_url, { ...env, HOST: '127.0.0.1', PORT: String(port) })
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (web.child.exitCode !== null) throw new Error('the web process does not start')
    await sleep(50)
  }
  return { ...web, url }
}

/**
 * Ends something when this process ends early. Ctrl-C reaches neither PostgreSQL, which has a process group of its own,
 * nor a process that is frozen.
 *
 * @returns what takes that back
 */
function endWithThisProcess(end: () => void): () => void {
  process.once('exit', end)
  return () => process.off('exit', end)
}
