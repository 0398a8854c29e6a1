import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Running, Web } from '../processes.ts'
import { cpuOf } from './cpu.ts'

/** The processes of a version, and a connection that is not counted. */
type Measured = { readonly meter: Client; readonly web: Web; readonly worker: Running; readonly postgres_pid: number }

/** The resources that some work has used. CPU is in microseconds, WAL in bytes. */
export type Usage = {
  readonly web: number
  readonly worker: number
  readonly postgres: number
  readonly statements: number
  readonly wal: number
  /** Without the full images of pages that are written for the first time since a checkpoint. */
  readonly wal_records: number
}

/** Settings that keep PostgreSQL from doing on its own time what is not counted per fact, and let it count statements. */
export const METERED_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '20000',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
}

/** The last transaction's process may be a moment behind its commit, and WAL that nobody waits for is flushed late. */
const SETTLING_MS = 500

/** Measures some work of one version, while nothing else works on the same PostgreSQL. */
export async function measureUsage(measured: Measured, work: () => Promise<void>): Promise<Usage> {
  await sleep(SETTLING_MS)
  const before = await readCounters(measured)
  await work()
  await sleep(SETTLING_MS)
  const after = await readCounters(measured)
  const { rows } = await measured.meter.query(
    `select $2::pg_lsn - $1::pg_lsn as wal, sum(record_size) as records from pg_get_wal_stats($1, $2)`,
    [before.lsn, after.lsn],
  )
  const [{ wal, records }] = rows
  const used = (name: 'web' | 'worker' | 'postgres' | 'statements') => after[name] - before[name]
  return {
    web: used('web'),
    worker: used('worker'),
    postgres: used('postgres'),
    statements: used('statements'),
    wal: Number(wal),
    wal_records: Number(records),
  }
}

export function addUsage(usages: readonly Usage[]): Usage {
  const sum = (name: keyof Usage) => usages.reduce((total, usage) => total + usage[name], 0)
  return {
    web: sum('web'),
    worker: sum('worker'),
    postgres: sum('postgres'),
    statements: sum('statements'),
    wal: sum('wal'),
    wal_records: sum('wal_records'),
  }
}

/** Makes a connection one whose statements are not counted. */
export async function prepareMeter(client: Client): Promise<void> {
  await client.query('create extension pg_stat_statements; create extension pg_walinspect')
  await client.query(`set pg_stat_statements.track = 'none'`)
}

async function readCounters({ meter, web, worker, postgres_pid }: Measured) {
  const { rows } = await meter.query(`
    select pg_backend_pid() as pid, pg_current_wal_insert_lsn() as lsn, sum(calls)::float8 as statements
    from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database())
  `)
  const [{ pid, lsn, statements }] = rows
  return {
    web: cpuOf(web.child.pid),
    worker: cpuOf(worker.child.pid),
    postgres: cpuOf(postgres_pid, [pid]),
    statements,
    lsn,
  }
}
