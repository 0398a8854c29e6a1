import { type ChildProcess, spawn } from 'node:child_process'
import { fchmodSync, openSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { preloadedLibraries } from './binaries.ts'
import { type Cluster, cleanEnvironment } from './cluster.ts'
import { createDatabase, createProcessRole, tryConnect } from './connection.ts'

/**
 * An error of a query repeats keys, rows and parameters, and the process that sent it logs what may be known. So this log has
 * what concerns the server alone: LOG, FATAL and PANIC stand above ERROR here.
 */
const WITHOUT_VALUES = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

/** After kill -9 the old backends may hold the shared memory for a moment, so starting is tried for a while. */
export async function startServer(cluster: Cluster, port: number): Promise<ChildProcess> {
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
        await createProcessRole(client, cluster)
        await client.end()
        return child
      }
      await sleep(20)
    }
    if (attempt === 20) throw new Error(`PostgreSQL does not start; see ${join(cluster.folder, 'postgres.log')}.`)
    await sleep(500)
  }
}

/** In a separate process group: Ctrl-C in the terminal reaches the supervisor, which then stops everything in order. */
/**
 * A query of ten thousand rows takes some MB. The C library of Linux gives them back to the system at its end, which clears
 * them again for the next query: a twelfth of the CPU of both. With these each session keeps up to 16 MB.
 */
const KEPT_BY_SESSIONS = {
  MALLOC_TRIM_THRESHOLD_: String(2 ** 24),
  MALLOC_MMAP_THRESHOLD_: String(2 ** 24),
  MALLOC_TOP_PAD_: String(2 ** 20),
}

function spawnServer({ folder, osUser, binaries, fsync, settings: others }: Cluster, port: number): ChildProcess {
  const log = openSync(join(folder, 'postgres.log'), 'a', 0o600)
  fchmodSync(log, 0o600) // one of the release before
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    shared_buffers: `${bufferMegabytes()}MB`,
    max_wal_size: '2GB',
    // A session reads its pages itself. Handed to a process that reads for others, each of them takes two changes of processes, on cores
    // that web and worker want too, and most of these pages are in the memory of the system already.
    io_method: 'sync',
    ...WITHOUT_VALUES,
    ...(fsync
      ? { shared_preload_libraries: preloadedLibraries(binaries) }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...others,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(binaries.postgres, ['-D', join(folder, 'cluster'), '-p', String(port), ...args], {
    ...osUser,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...cleanEnvironment(), ...KEPT_BY_SESSIONS },
  })
}

/** An eighth of the memory, at most 1 GB: the tables of a large end customer stay in it, and a small machine keeps its own. */
function bufferMegabytes(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.min(1_024, Math.max(128, Math.floor(bytes / 8 / 2 ** 20)))
}

export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT') // fast shutdown: ends sessions, writes a checkpoint
  const timer = setTimeout(() => child.kill('SIGQUIT'), 20_000)
  await exited
  clearTimeout(timer)
}
