import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { type Cluster, makeCluster, passwordsOf } from './cluster.ts'
import { DATABASE, databaseUrls, holdLock, takeLock, tryConnect } from './connection.ts'
import { chooseDataFolder } from './data-folder.ts'
import { findPostgresUser } from './os-user.ts'
import { freePort, savedPort } from './port.ts'
import { startServer, stopServer } from './server-process.ts'

export type EmbeddedPostgres = {
  /** Of the processes. */
  readonly database_url: string
  /** Of the role that owns the tables. */
  readonly migration_database_url: string
  readonly data_dir: string
  /** Resolves when the server ends, asked or not. */
  readonly exited: Promise<void>
  readonly pid: number
  stop(): Promise<void>
}

type EmbeddedUrls = Pick<EmbeddedPostgres, 'database_url' | 'migration_database_url'>
type ServerOptions = {
  readonly data_dir: string | null
  readonly fsync?: boolean
  /** Of PostgreSQL, beyond those that it is always embedded with, or instead of them. */
  readonly settings?: Readonly<Record<string, string>>
}

/**
 * Starts a real PostgreSQL in a folder that outlives it. Whatever was killed before, it starts again: a stale pid file
 * is removed, a server that lost its supervisor is stopped first, a half-made cluster is made anew.
 *
 * @throws Error with one sentence when the folder cannot be used or somebody else is using it
 */
export async function startEmbeddedPostgres(options: ServerOptions): Promise<EmbeddedPostgres> {
  const { data_dir, fsync = true, settings = {} } = options
  const osUser = findPostgresUser()
  const folder = chooseDataFolder(data_dir, osUser)
  const binaries = await findBinaries(osUser)
  const cluster: Cluster = { folder, osUser, binaries, ...passwordsOf(folder, osUser), fsync, settings }
  if (!existsSync(join(folder, 'cluster/PG_VERSION'))) makeCluster(cluster)
  await stopOrphan(cluster)
  const port = await freePort(savedPort(folder))
  writeFileSync(join(folder, 'port'), String(port), { mode: 0o600 })
  const child = await startServer(cluster, port)
  const lock = await holdLock(cluster, port)
  return {
    ...databaseUrls(cluster, port),
    data_dir: folder,
    exited: new Promise((resolve) => child.once('exit', () => resolve())),
    pid: child.pid ?? 0,
    stop: async () => {
      await lock.end().catch(() => {})
      await stopServer(child)
    },
  }
}

/** The URLs of the server that `npm start` is running, or null when none is. */
export async function findRunningPostgres(data_dir: string | null): Promise<EmbeddedUrls | null> {
  const osUser = findPostgresUser()
  const folder = chooseDataFolder(data_dir, osUser)
  const port = savedPort(folder)
  if (!port || !existsSync(join(folder, 'password'))) return null
  const passwords = passwordsOf(folder, osUser)
  const client = await tryConnect(passwords, port, DATABASE)
  await client?.end()
  return client && databaseUrls(passwords, port)
}

async function stopOrphan(cluster: Cluster): Promise<void> {
  const pidFile = join(cluster.folder, 'cluster/postmaster.pid')
  if (!existsSync(pidFile)) return
  // The port file has the port of the last start, also of one that failed because this server was too busy to answer.
  const [pid, , , port] = readFileSync(pidFile, 'utf8').split('\n').map(Number)
  const client = port ? await tryConnect(cluster, port, 'postgres') : null
  if (client) {
    const isFree = await takeLock(client)
    await client.end()
    if (!isFree) throw new Error(`Another npm start is using the data folder ${cluster.folder}. Stop it first.`)
    const args = ['stop', '-D', join(cluster.folder, 'cluster'), '-m', 'fast', '-w']
    execFileSync(cluster.binaries.pg_ctl, args, { ...cluster.osUser, cwd: '/', stdio: 'ignore' })
  } else if (!isPostgres(pid ?? 0)) rmSync(pidFile, { force: true })
}

/** A pid from before a crash may belong to any program by now. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return process.platform !== 'linux'
  }
}
