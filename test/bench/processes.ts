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
import { freePort } from '../support/processes/free-port.ts'

/** Of the processes, and of the role that owns the tables. */
export type Urls = { readonly database_url: string; readonly migration_database_url: string }
/** The pool is of the role that owns the tables. */
export type Database = Urls & { readonly key: string; readonly pool: Pool }
type Books = { readonly name: string; readonly fill: (database: Database) => Promise<void> }
export type BenchServer = {
  readonly version: string
  readonly pid: number
  /** Runs a measurement in a separate database; all of them are on the same PostgreSQL, with fsync on. */
  withDatabase<Result>(measure: (database: Database) => Promise<Result>): Promise<Result>
  /** The same, where the folder is kept in a database that is found again; it is filled when it is made. */
  withBooks<Result>(books: Books, measure: (database: Database) => Promise<Result>): Promise<Result>
  /** The same without tables and without a key. */
  withEmptyDatabase<Result>(measure: (urls: Urls) => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

/**
 * @param settings of PostgreSQL, beyond those that it is always embedded with or instead of them
 * @param kept folder of its data, which stays; without one they are in a new folder, and go
 */
export async function startBenchServer(
  settings: Readonly<Record<string, string>> = {},
  kept?: string,
): Promise<BenchServer> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'hauptbuch-bench-'))
  const removeFolder = () => kept === undefined && rmSync(folder, { recursive: true, force: true })
  const server = await startEmbeddedPostgres({ data_dir: folder, settings })
  const admin = new Client({ connectionString: server.migration_database_url })
  await admin.connect()
  const { rows } = await admin.query('show server_version')
  const withEmptyDatabase = emptyDatabases(admin, server)
  const keep = endWithThisProcess(() => {
    process.kill(server.pid, 'SIGQUIT')
    removeFolder()
  })
  return {
    version: `PostgreSQL ${rows[0].server_version}`,
    pid: server.pid,
    withEmptyDatabase,
    withDatabase: (measure) => withEmptyDatabase((urls) => withTables(urls, measure)),
    withBooks: kept === undefined ? inNewDatabase(withEmptyDatabase) : inKeptDatabase(admin, server),
    async stop() {
      keep()
      await admin.end()
      await server.stop()
      removeFolder()
    },
  }
}

function emptyDatabases(admin: Client, server: Urls): BenchServer['withEmptyDatabase'] {
  let count = 0
  return async (measure) => {
    count += 1
    const name = `bench_${count}`
    await admin.query(`create database ${name}`)
    try {
      return await measure(urlsOf(server, name))
    } finally {
      await admin.query(`drop database ${name} with (force)`)
      // What the last measurement has left to write must not slow down the next one.
      await admin.query('checkpoint')
    }
  }
}

function inNewDatabase(withEmptyDatabase: BenchServer['withEmptyDatabase']): BenchServer['withBooks'] {
  return ({ fill }, measure) =>
    withEmptyDatabase((urls) =>
      withTables(urls, async (database) => {
        await fill(database)
        return measure(database)
      }),
    )
}

function inKeptDatabase(admin: Client, server: Urls): BenchServer['withBooks'] {
  return async ({ name, fill }, measure) => {
    const { rows } = await admin.query('select from pg_database where datname = $1', [name])
    if (rows.length === 0) {
      // Under its name stands only what was filled to the end.
      const filling = `${name}_filling`
      await admin.query(`drop database if exists ${filling} with (force)`)
      await admin.query(`create database ${filling}`)
      await withTables(urlsOf(server, filling), fill)
      await admin.query(`alter database ${filling} rename to ${name}`)
    }
    return withTables(urlsOf(server, name), measure)
  }
}

function urlsOf(server: Urls, name: string): Urls {
  const named = (database_url: string) => new URL(`/${name}`, database_url).href
  return {
    database_url: named(server.database_url),
    migration_database_url: named(server.migration_database_url),
  }
}

async function withTables<Result>(urls: Urls, measure: (database: Database) => Promise<Result>) {
  await migrate(urls)
  const pool = await openPool(urls.migration_database_url, { pool_size: 4, statement_timeout_ms: 120_000 })
  const key = await issueKey(pool, { client_name: 'bench' })
  try {
    return await measure({ ...urls, key, pool })
  } finally {
    await pool.end()
  }
}

export type Running = { readonly child: ChildProcess; stop(): Promise<void> }

/** A program of this checkout, or of the one in the given folder. */
export type Program = {
  readonly args: readonly string[]
  readonly folder?: string
  /** Its log is written as ever, but not shown. */
  readonly hides_log?: true
  /** It exchanges messages with this process. */
  readonly has_channel?: true
}

export function startProcess(
  { args, folder, hides_log, has_channel }: Program,
  database_url: string,
  env: NodeJS.ProcessEnv = {},
): Running {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: database_url, LOG_LEVEL: 'warn', ...env },
    stdio: ['inherit', hides_log ? 'ignore' : 'inherit', 'inherit', ...(has_channel ? (['ipc'] as const) : [])],
  })
  child.once(
    'exit',
    endWithThisProcess(() => child.kill('SIGKILL')),
  )
  return {
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

export type Web = Running & { readonly url: string }

/** A web process that is ready, on a random port. */
export async function startWeb(
  database_url: string,
  env: NodeJS.ProcessEnv = {},
  program: Program = { args: ['api/main.ts'] },
): Promise<Web> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const web = startProcess(program, database_url, { ...env, HOST: '127.0.0.1', PORT: String(port) })
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
