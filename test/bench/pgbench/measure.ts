import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Best } from '../baseline/measure.ts'
import type { Database } from '../processes.ts'
import { type Row, ratioRow } from '../table.ts'
import { acceptFunction, fillJobs, postFunction } from './functions.ts'

const run = promisify(execFile)
const CLIENTS = [1, 2, 4, 8, 16, 32]
/** More than any machine posts in a second, so that no run is out of jobs. */
const MOST_POSTED = 4_000

/**
 * pgbench, which comes with PostgreSQL, where it is installed: the same rows as those of the service, one transaction for each fact and
 * one round trip for each transaction. A function writes them, so nothing is parsed or planned anew, and nothing is
 * decided, hashed or sent: no program that writes one fact in a transaction can be faster.
 *
 * @returns null where it is not installed
 */
export async function measureAcceptPgbench(database: Database, customers: readonly string[], seconds: number) {
  if (!isInstalled()) return null
  const script = await acceptFunction(database, customers)
  return best(database, script, seconds, async () => {})
}

/** The same for journal entries: the next job, its fact, the ledger, the entry with its lines and open item, and the event. */
export async function measurePostPgbench(database: Database, customers: readonly string[], seconds: number) {
  if (!isInstalled()) return null
  await acceptFunction(database, customers)
  const script = await postFunction(database, customers)
  return best(database, script, seconds, () => fillJobs(database, customers.length, seconds * MOST_POSTED))
}

/** @param measured by turns; the fastest counts */
export function againstPgbench(what: string, rate: number, measured: readonly (Best | null)[], least: number): Row {
  const [fastest] = measured.flatMap((one) => one ?? []).sort((one, other) => other.rate - one.rate)
  const named = `${what} against pgbench, a transaction for each`
  if (!fastest)
    return { what: named, measured: 'pgbench is not installed', goal: `≥ ${least} ×`, is_reached: null, figures: {} }
  const theirs = `${Math.round(fastest.rate)}/s (${fastest.connections} clients)`
  return ratioRow(
    named,
    `${Math.round(rate)}/s against ${theirs}`,
    rate / fastest.rate,
    { least },
    { pgbench: measured },
  )
}

function isInstalled(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0
}

/** With the number of clients that it is fastest with. */
async function best(database: Database, script: string, seconds: number, before: () => Promise<void>): Promise<Best> {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-bench-'))
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  try {
    const found: Best[] = []
    for (const connections of CLIENTS) {
      await before()
      found.push({ connections, rate: await perSecond(database, file, connections, seconds) })
    }
    return found.reduce((fastest, other) => (other.rate > fastest.rate ? other : fastest))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function perSecond({ migration_database_url }: Database, file: string, clients: number, seconds: number) {
  const url = new URL(migration_database_url)
  const env = {
    ...process.env,
    PGHOST: url.hostname,
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: url.pathname.slice(1),
    // As the worker's sessions: a plan that was made while the tables were empty goes by an index too.
    PGOPTIONS: '-c enable_seqscan=off -c enable_bitmapscan=off -c jit=off',
  }
  const threads = Math.min(clients, 2)
  const args = ['-n', '-M', 'prepared', '-c', clients, '-j', threads, '-T', seconds, '-f', file].map(String)
  const { stdout, stderr } = await run('pgbench', args, { env })
  const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!(rate > 0)) throw new Error(`pgbench does not say how many transactions it made: ${stdout}${stderr}`)
  return rate
}
