import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Json } from '../../../shared/contract/schema.ts'
import { openPool } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { eventually } from '../books.ts'
import { at } from '../client.ts'
import { service } from '../service.ts'
import { freePort } from './free-port.ts'

export type LogLine = {
  readonly level: number
  readonly msg: string
  readonly job_id?: string
  readonly job_ids?: readonly string[]
  readonly [member: string]: Json | undefined
}

/** A process of the service as an operator runs it, and what it has logged so far. */
export function runProcess(file: string, env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: { ...process.env, LOG_LEVEL: 'info', DRAIN_MS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout?.on('data', (chunk) => {
    text += chunk
  })
  let complaints = ''
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return {
    child,
    exited,
    text: () => text,
    complaints: () => complaints,
    lines: (): LogLine[] =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    /** Tells it to stop as a host does. @returns its exit code */
    stop(): Promise<number | null> {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** A web and a worker process on a database of their own. */
export async function startProcesses(env: Record<string, string> = {}, database_url?: string) {
  const url = database_url ?? (await service().server.createDatabase())
  const port = await freePort()
  const all = { DATABASE_URL: url, HOST: '127.0.0.1', PORT: String(port), ...env }
  const base_url = `http://127.0.0.1:${port}`
  const pool = await openPool(url, { pool_size: 1, statement_timeout_ms: 10_000 })
  const key = await issueKey(pool, { client_name: 'tests' })
  await pool.end()
  const web = runProcess('api/main.ts', all)
  const worker = runProcess('workers/main.ts', all)
  const isReady = () =>
    fetch(`${base_url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(isReady, 60)
  await eventually(async () => worker.text().includes('the worker is running'), 60)
  return {
    database_url: url,
    base_url,
    key,
    web,
    worker,
    env: all,
    client: at(base_url, key),
    stop: () => Promise.all([web.stop(), worker.stop()]),
  }
}
