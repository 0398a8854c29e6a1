import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { chooseDataFolder } from './data-folder.ts'
import { type Account, postgresAccount } from './os-user.ts'

export type EmbeddedPostgres = {
  readonly database_url: string
  readonly data_dir: string
  /** Resolves when the server ends, asked or not. */
  readonly exited: Promise<void>
  readonly pid: number
  stop(): Promise<void>
}

type Options = { readonly data_dir: string | null; readonly fsync?: boolean }
type Cluster = { folder: string; account: Account; binaries: Binaries; password: string; fsync: boolean }

const USER = 'hauptbuch'
const DATABASE = 'hauptbuch'
/** Held on a connection for the supervisor's whole life: a server whose lock is free has lost its supervisor. */
const SUPERVISOR_LOCK = 'select pg_try_advisory_lock(7283002) as is_free'

/**
 * Starts a real PostgreSQL in a folder that outlives it. Whatever was killed before, it starts again: a stale pid file
 * is removed, a server that lost its supervisor is stopped first, a half-made cluster is made anew.
 *
 * @throws Error with one sentence when the folder cannot be used or somebody else is using it
 */
export async function startEmbeddedPostgres({ data_dir, fsync = true }: Options): Promise<EmbeddedPostgres> {
  const account = postgresAccount()
  const folder = chooseDataFolder(data_dir, account)
  const binaries = await findBinaries(account)
  const cluster: Cluster = { folder, account, binaries, password: passwordOf(folder, account), fsync }
  if (!existsSync(join(folder, 'cluster/PG_VERSION'))) makeCluster(cluster)
  await stopOrphan(cluster)
  const port = await freePort(savedPort(folder))
  writeFileSync(join(folder, 'port'), String(port))
  const child = await startServer(cluster, port)
  const lock = await holdLock(cluster, port)
  return {
    database_url: urlOf(cluster, port, DATABASE),
    data_dir: folder,
    exited: new Promise((resolve) => child.once('exit', () => resolve())),
    pid: child.pid ?? 0,
    stop: async () => {
      await lock.end().catch(() => {})
      await stopServer(child)
    },
  }
}

/** The server that `npm start` is running, or null when none is. */
export async function findRunningPostgres(data_dir: string | null): Promise<string | null> {
  const account = postgresAccount()
  const folder = chooseDataFolder(data_dir, account)
  const port = savedPort(folder)
  if (!port || !existsSync(join(folder, 'password'))) return null
  const cluster = { password: passwordOf(folder, account) }
  const client = await tryConnect(cluster, port, DATABASE)
  await client?.end()
  return client && urlOf(cluster, port, DATABASE)
}

function passwordOf(folder: string, { uid, gid }: Account): string {
  const file = join(folder, 'password')
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
  }
  return readFileSync(file, 'utf8').trim()
}

/** Made beside its place and then renamed, so that a crash leaves no half cluster behind. */
function makeCluster({ folder, account, binaries }: Cluster): void {
  const unfinished = join(folder, 'cluster.unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  rmSync(join(folder, 'cluster'), { recursive: true, force: true })
  execFileSync(
    binaries.initdb,
    [
      '-D',
      unfinished,
      '-U',
      USER,
      '--pwfile',
      join(folder, 'password'),
      '--auth=scram-sha-256',
      '--no-locale',
      '-E',
      'UTF8',
    ],
    { ...account, cwd: '/', stdio: 'pipe', env: cleanEnvironment() },
  )
  renameSync(unfinished, join(folder, 'cluster'))
}

async function stopOrphan(cluster: Cluster): Promise<void> {
  const pidFile = join(cluster.folder, 'cluster/postmaster.pid')
  if (!existsSync(pidFile)) return
  const port = savedPort(cluster.folder)
  const client = port ? await tryConnect(cluster, port, 'postgres') : null
  if (client) {
    const isFree = (await client.query(SUPERVISOR_LOCK)).rows[0]?.is_free
    await client.end()
    if (!isFree) throw new Error(`Another npm start is using the data folder ${cluster.folder}. Stop it first.`)
    const args = ['stop', '-D', join(cluster.folder, 'cluster'), '-m', 'fast', '-w']
    execFileSync(cluster.binaries.pg_ctl, args, { ...cluster.account, cwd: '/', stdio: 'ignore' })
  } else if (!isPostgres(Number(readFileSync(pidFile, 'utf8').split('\n')[0]))) rmSync(pidFile, { force: true })
}

/** A pid from before a crash may belong to any program by now. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return process.platform !== 'linux'
  }
}

/** After kill -9 the old backends may hold the shared memory for a moment, so starting is tried for a while. */
async function startServer(cluster: Cluster, port: number): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const child = spawnServer(cluster, port)
    let isGone = false
    child.once('exit', () => {
      isGone = true
    })
    child.once('error', () => {
      isGone = true
    })
    while (!isGone) {
      const client = await tryConnect(cluster, port, 'postgres')
      if (client) {
        await createDatabase(client)
        await client.end()
        return child
      }
      await sleep(20)
    }
    if (attempt === 20) throw new Error(`PostgreSQL does not start; see ${join(cluster.folder, 'postgres.log')}.`)
    await sleep(500)
  }
}

/** In a process group of its own: Ctrl-C in the terminal reaches the supervisor, which then stops things in order. */
function spawnServer({ folder, account, binaries, fsync }: Cluster, port: number): ChildProcess {
  const log = openSync(join(folder, 'postgres.log'), 'a')
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(binaries.postgres, ['-D', join(folder, 'cluster'), '-p', String(port), ...args], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: cleanEnvironment(),
  })
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`create database ${DATABASE}`)
}

async function holdLock(cluster: Cluster, port: number): Promise<Client> {
  const client = new Client({ connectionString: urlOf(cluster, port, 'postgres') })
  client.on('error', () => {}) // the server's end is seen by its exit
  await client.connect()
  await client.query(SUPERVISOR_LOCK)
  return client
}

async function tryConnect(cluster: Pick<Cluster, 'password'>, port: number, database: string): Promise<Client | null> {
  const client = new Client({ connectionString: urlOf(cluster, port, database), connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch {
    await client.end().catch(() => {})
    return null
  }
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT') // fast shutdown: ends sessions, writes a checkpoint
  const timer = setTimeout(() => child.kill('SIGQUIT'), 20_000)
  await exited
  clearTimeout(timer)
}

function savedPort(folder: string): number {
  try {
    return Number(readFileSync(join(folder, 'port'), 'utf8'))
  } catch {
    return 0
  }
}

/** The wanted port if nobody listens on it, else any free one. */
async function freePort(wanted: number): Promise<number> {
  for (const port of [wanted, 0]) {
    const server = createServer()
    const found = await new Promise<number>((resolve) => {
      server.once('error', () => resolve(0))
      server.listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
    await new Promise((resolve) => server.close(resolve))
    if (found) return found
  }
  throw new Error('No free port for PostgreSQL on 127.0.0.1.')
}

function urlOf({ password }: Pick<Cluster, 'password'>, port: number, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`
}

/** PG* variables and locales of the caller must not reach the server. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}
