import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../shared/embedded/server.ts'
import { backendsOf, freezer, trySignal } from './process-table.ts'

const PROJECT = join(import.meta.dirname, '../../..')

/** A process that is started again whenever it ends, as a dyno is. */
export type Kept = {
  readonly name: string
  /** Sends the signal; the next one of its kind is started as soon as this one is gone. */
  signal(signal: NodeJS.Signals): void
  /** Until it serves again, or the time is over. */
  untilUp(): Promise<void>
  /** Ends without a signal from here, with the last output. */
  readonly unasked_ends: string[]
  stop(): Promise<void>
}

/** A machine with other work may need minutes for what takes a second; who goes on before meets nobody. */
const START_MS = 240_000

/** It cannot start while the database is away; that is said in one sentence, and the dyno tries again. */
const COULD_NOT_START = /^(web|worker): [^\n]+\n$/

/** Keeps a web or worker process running, its log in the folder. */
export function keepProcess(name: string, file: string, env: NodeJS.ProcessEnv, folder: string): Kept {
  const log = openSync(join(folder, `${name}.log`), 'a')
  const unasked_ends: string[] = []
  let child: ChildProcess
  let is_asked = false
  let isStopping = false

  function start(): void {
    let output = ''
    is_asked = false
    child = spawn(process.execPath, [join(PROJECT, file)], { env, cwd: PROJECT, stdio: ['ignore', log, 'pipe'] })
    child.stderr?.on('data', (text) => {
      output += text
    })
    child.once('exit', async (code, signal) => {
      if (isStopping) return
      const isStartFailure = code === 1 && COULD_NOT_START.test(output)
      if (!is_asked && !isStartFailure) unasked_ends.push(`${name}: ${signal ?? code} ${output}`)
      await sleep(200)
      if (!isStopping) start()
    })
  }
  start()

  return {
    name,
    unasked_ends,
    signal(signal) {
      is_asked ||= signal !== 'SIGSTOP' && signal !== 'SIGCONT'
      child.kill(signal)
    },
    untilUp: () =>
      env.PORT ? until(() => isReady(`http://127.0.0.1:${env.PORT}/readyz`)) : sleep(400).then(() => undefined),
    async stop() {
      isStopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = new Promise((resolve) => child.once('exit', resolve))
      // One that is frozen would never hear of it.
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await exited
      clearTimeout(timer)
    },
  }
}

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
}

/**
 * Keeps a PostgreSQL running in the folder and at the port that it had before.
 *
 * @param fsync false where processes are killed, and no machine: what was answered is in a file then, if not on the disk
 */
export async function keepPostgres(folder: string, fsync = true): Promise<KeptPostgres> {
  const options = { data_dir: folder, fsync, settings: { synchronous_commit: 'on' } }
  const unasked_ends: string[] = []
  let server: EmbeddedPostgres = await startEmbeddedPostgres(options)
  let isStopping = false

  const restart = async (): Promise<void> => {
    while (!isStopping) {
      await sleep(200)
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
  const database_url = () => server.migration_database_url
  const process_url = () => server.database_url
  const signal = (name: NodeJS.Signals) => trySignal(server.pid, name)
  const { freeze, thaw } = freezer(() => [server.pid, ...backendsOf(server.pid).map(({ pid }) => pid)])

  return {
    name: 'postgres',
    unasked_ends,
    database_url,
    process_url,
    port: () => Number(new URL(server.database_url).port),
    signal,
    freeze,
    thaw,
    killBackend(choice) {
      const serving = backendsOf(server.pid).filter(({ command }) => /127\.0\.0\.1\(\d+\)/.test(command))
      const chosen = serving[choice % Math.max(serving.length, 1)]
      if (chosen) trySignal(chosen.pid, 'SIGKILL')
      return chosen !== undefined
    },
    untilUp: () => until(() => answers(database_url())),
    async stop() {
      isStopping = true
      thaw()
      // A server that is being started now would be left behind.
      await restarted
      await server.stop()
    },
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline && !(await condition())) await sleep(50)
}

function isReady(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
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
