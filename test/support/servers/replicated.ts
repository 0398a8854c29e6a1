import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findBinaries } from '../../../shared/embedded/binaries.ts'
import { cleanEnvironment, PROCESS_USER, USER } from '../../../shared/embedded/cluster.ts'
import { DATABASE } from '../../../shared/embedded/connection.ts'
import { findPostgresUser } from '../../../shared/embedded/os-user.ts'
import { startEmbeddedPostgres } from '../../../shared/embedded/server.ts'
import { migrate } from '../../../shared/store/migrate.ts'
import { eventually } from '../books.ts'
import { freePort } from '../processes/free-port.ts'

/** A commit is answered when the standby has it, too. fsync is off, as a killed process loses nothing that it has written. */
const SETTINGS = { synchronous_commit: 'on', wal_keep_size: '1GB', max_connections: '100', shared_buffers: '64MB' }

type Passwords = { readonly owner: string; readonly process: string }

/** A PostgreSQL that a test may kill, by the port that it keeps. */
export type Server = {
  readonly port: number
  readonly folder: string
  /** Of the processes. */
  readonly url: string
  readonly owner_url: string
  query<Row extends object>(text: string): Promise<Row[]>
  /** As a machine that loses its power. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/**
 * A primary and what makes copies of it. It waits for no standby until it is told to.
 *
 * @param tables `none` for what needs the servers alone
 */
export async function startReplicated(tables: 'of this release' | 'none' = 'of this release') {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-replicated-'))
  chmodSync(folder, 0o755) // the user that PostgreSQL runs as has to pass
  const settings = { ...SETTINGS, full_page_writes: 'on' }
  const embedded = await startEmbeddedPostgres({ data_dir: join(folder, 'a'), fsync: false, settings })
  if (tables !== 'none') await migrate(embedded)
  const passwords = { owner: passwordOf(embedded.migration_database_url), process: passwordOf(embedded.database_url) }
  const port = Number(new URL(embedded.database_url).port)
  const primary: Server = {
    ...addressOf(port, passwords),
    folder: join(folder, 'a/cluster'),
    async kill() {
      process.kill(embedded.pid, 'SIGKILL')
      await embedded.exited
    },
    stop: embedded.stop,
  }
  const copies: Server[] = []
  return {
    primary,
    /** A copy that follows a server as its standby `name`, at a port of its own or at that of a server that is gone. */
    async addStandby(name: string, of: Server = primary, port?: number): Promise<Server> {
      const copy = await copyOf(of, { name, target: join(folder, name), passwords, port: port ?? (await freePort()) })
      copies.push(copy)
      return copy
    },
    async close() {
      for (const copy of copies) await copy.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Has a server answer commits when that standby has them. */
export async function waitForStandby({ query }: Server, name: string): Promise<void> {
  await query(`alter system set synchronous_standby_names = '${name}'`)
  await query('select pg_reload_conf()')
  await eventually(async () => {
    const rows = await query(
      `select from pg_stat_replication where application_name = '${name}' and sync_state = 'sync'`,
    )
    return rows.length === 1
  })
}

type CopyOptions = {
  readonly name: string
  readonly target: string
  readonly passwords: Passwords
  readonly port: number
}

async function copyOf(of: Server, { name, target, passwords, port }: CopyOptions): Promise<Server> {
  const osUser = findPostgresUser()
  const client = new Client({ connectionString: of.owner_url })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  copyFiles(of.folder, target)
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  for (const left of ['postmaster.pid', 'postmaster.opts']) rmSync(join(target, left), { force: true })
  for (const [file, text] of [
    ['backup_label', rows[0].labelfile],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(target, file), text)
    if (osUser.uid !== undefined) chownSync(join(target, file), osUser.uid, osUser.gid as number)
  }
  const from = `host=127.0.0.1 port=${of.port} user=${USER} password=${passwords.owner} application_name=${name}`
  return startServer(target, passwords, port, { primary_conninfo: from })
}

/** A file that the server removes meanwhile is not missed: the log has what was in it. */
function copyFiles(from: string, to: string): void {
  try {
    execFileSync('cp', ['-a', from, to], { stdio: 'pipe' })
  } catch (error) {
    const lines = String((error as { stderr: Buffer }).stderr)
      .trim()
      .split('\n')
    if (!lines.every((line) => line.includes('No such file'))) throw error
  }
}

async function startServer(
  folder: string,
  passwords: Passwords,
  port: number,
  more: Record<string, string>,
): Promise<Server> {
  const osUser = findPostgresUser()
  const { postgres } = await findBinaries(osUser)
  const settings = { ...SETTINGS, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', ...more }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(`${folder}.log`, 'a')
  const child = spawn(postgres, ['-D', folder, '-p', String(port), ...args], {
    ...osUser,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: cleanEnvironment(),
  })
  closeSync(log)
  const server: Server = {
    ...addressOf(port, passwords),
    folder,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGINT'),
  }
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`the server has ended: see ${folder}.log`)
    return server.query('select').then(
      () => true,
      () => false,
    )
  })
  return server
}

function addressOf(port: number, passwords: Passwords) {
  const url = (user: string, password: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${DATABASE}`
  const owner_url = url(USER, passwords.owner)
  return {
    port,
    url: url(PROCESS_USER, passwords.process),
    owner_url,
    async query<Row extends object>(text: string): Promise<Row[]> {
      const client = new Client({ connectionString: owner_url, connectionTimeoutMillis: 10_000 })
      client.on('error', () => {})
      await client.connect()
      return client
        .query(text)
        .then(({ rows }) => rows)
        .finally(() => client.end())
    },
  }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

function passwordOf(database_url: string): string {
  return new URL(database_url).password
}
