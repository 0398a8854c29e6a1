import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../shared/embedded/server.ts'
import { type Kept, until } from '../processes.ts'
import { backendsOf, freezer, trySignal } from './process-table.ts'

export type KeptPostgres = Kept & {
  /** Straight to the server, past every disturbed line, as the role that owns the tables. */
  readonly database_url: () => string
  /** Of the processes. */
  readonly process_url: () => string
  readonly port: () => number
  /** The postmaster and every process of it stand still; PostgreSQL gives each its process group. */
  freeze(): void
  /** All that was frozen goes on, also what has lost its postmaster since. */
  thaw(): void
  /** Kills one process that serves a connection. @returns false where none could be found */
  killBackend(choice: number): boolean
  /** Ends it, and starts it again only when it is let. */
  holdDown(signal: NodeJS.Signals): void
  letUp(): void
}

/** A kill loses nothing that was answered, and may come between the two halves of a page that is written. */
const SETTINGS = { synchronous_commit: 'on', full_page_writes: 'on' }
/** One that is in the recovery of a crash may never end by a fast shutdown. */
const SHUTDOWN_MS = 15_000

/**
 * Keeps a PostgreSQL running in the folder and at the port that it had before.
 *
 * @param fsync false where processes are killed, and no machine: what was answered is in a file then, if not on the disk
 */
export async function keepPostgres(folder: string, { fsync = true, name = 'postgres' } = {}): Promise<KeptPostgres> {
  const { server, hold, end } = await keepRunning(folder, fsync)
  const database_url = () => server().migration_database_url
  const all = () => [server().pid, ...backendsOf(server().pid).map(({ pid }) => pid)]
  const { freeze, thaw } = freezer(all)
  const killAll = () => {
    for (const pid of all()) trySignal(pid, 'SIGKILL')
  }
  const signal = (wanted: NodeJS.Signals) => {
    const { pid, exited } = server()
    trySignal(pid, wanted)
    if (wanted === 'SIGINT') void endedWithin(exited, SHUTDOWN_MS).then((isEnded) => isEnded || killAll())
  }
  return {
    name,
    unasked_ends: [],
    database_url,
    process_url: () => server().database_url,
    port: () => Number(new URL(server().database_url).port),
    signal,
    freeze,
    thaw,
    killBackend(choice) {
      const serving = backendsOf(server().pid).filter(({ command }) => /127\.0\.0\.1\(\d+\)/.test(command))
      const chosen = serving[choice % Math.max(serving.length, 1)]
      if (chosen) trySignal(chosen.pid, 'SIGKILL')
      return chosen !== undefined
    },
    holdDown(wanted) {
      hold(true)
      signal(wanted)
    },
    letUp: () => hold(false),
    untilUp: () => until(() => answers(database_url())),
    async stop() {
      thaw()
      await end()
      const ended = server().stop()
      if (!(await endedWithin(ended, SHUTDOWN_MS))) killAll()
      await ended
    },
  }
}

/** Starts it again whenever it has ended, unless it is held. */
async function keepRunning(folder: string, fsync: boolean) {
  const options = { data_dir: folder, fsync, settings: SETTINGS }
  let server: EmbeddedPostgres = await startEmbeddedPostgres(options)
  let isStopping = false
  let isHeld = false
  const restart = async (): Promise<void> => {
    while (!isStopping) {
      await sleep(200)
      if (isHeld) continue
      try {
        server = await startEmbeddedPostgres(options)
        watch()
        return
      } catch {}
    }
  }
  let restarted: Promise<void> = Promise.resolve()
  const watch = () =>
    void server.exited.then(() => {
      if (!isStopping) restarted = restart()
    })
  watch()
  return {
    server: () => server,
    hold(wanted: boolean) {
      isHeld = wanted
    },
    async end() {
      isStopping = true
      // A server that is being started now would be left behind.
      await restarted
    },
  }
}

async function endedWithin(ended: Promise<void>, ms: number): Promise<boolean> {
  const over = new AbortController()
  const late = sleep(ms, false, { signal: over.signal }).catch(() => false)
  const isEnded = await Promise.race([ended.then(() => true), late])
  over.abort()
  return isEnded
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
