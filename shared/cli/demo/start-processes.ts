import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../embedded/server.ts'
import { openPool } from '../../store/db/database.ts'
import { migrate } from '../../store/migrate.ts'
import { issueKey } from '../../store/platform/issue-key.ts'

export type DemoProcesses = {
  readonly base_url: string
  readonly key: string
  readonly database_url: string
  stop(): Promise<void>
}

const PROJECT = join(import.meta.dirname, '../../..')

/** The whole service for the time of the demo: a PostgreSQL in a temporary folder, one web process and one worker. */
export async function startProcesses(): Promise<DemoProcesses> {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-demo-'))
  const server = await startEmbeddedPostgres({ data_dir: folder })
  const children: ChildProcess[] = []
  const stop = async () => {
    await Promise.all(children.map(ended))
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await migrate(server)
    const pool = await openPool(server.database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
    const key = await issueKey(pool, { client_name: 'demo' })
    await pool.end()
    const port = await freePort()
    const env = { ...process.env, DATABASE_URL: server.database_url, HOST: '127.0.0.1', PORT: String(port) }
    for (const file of ['api/main.ts', 'workers/main.ts'])
      children.push(
        spawn(process.execPath, [join(PROJECT, file)], {
          env: { ...env, LOG_LEVEL: 'warn' },
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          detached: true,
        }),
      )
    const base_url = `http://127.0.0.1:${port}`
    while (!(await isReady(base_url))) await sleep(50)
    return { base_url, key, database_url: server.database_url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function isReady(base_url: string): Promise<boolean> {
  return fetch(`${base_url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}

function freePort(): Promise<number> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
