import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { BenchServer, Database, Running } from '../processes.ts'
import type { Row } from '../table.ts'
import { cpuOf } from './cpu.ts'

/** Counts the statements of a database that says so; the others pay nothing for it. */
export const COUNTING_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '20000',
  'pg_stat_statements.track': 'none',
}

const SAMPLE_MS = 20
/** The last transaction's process may be a moment behind its commit. */
const SETTLING_MS = 300

/** A connection of its own, which is not counted. It begins before the processes that it measures. */
export async function openMeter({ migration_database_url }: Database): Promise<Client> {
  const client = new Client({ connectionString: migration_database_url })
  client.on('error', () => {}) // the database is dropped first where a measurement fails
  await client.connect()
  await client.query(`
    create extension pg_stat_statements;
    do $$ begin
      execute format('alter database %I set pg_stat_statements.track = top', current_database());
    end $$
  `)
  return client
}

/**
 * Where the time of some work goes: CPU of each process and of this one, which sends the requests, SQL statements and WAL, for each
 * fact, and what the sessions of PostgreSQL do on average: they run, or wait for something.
 *
 * @param work returns how many facts it was about
 */
export async function whereTimeGoes(
  what: string,
  meter: Client,
  server: Pick<BenchServer, 'pid'>,
  processes: Readonly<Record<string, Running>>,
  work: () => Promise<number>,
): Promise<Row> {
  await sleep(SETTLING_MS)
  const before = await countersOf(meter, server, processes)
  const sampling = sampleWaits(meter)
  const facts = await work()
  const sessions = await sampling()
  await sleep(SETTLING_MS)
  const after = await countersOf(meter, server, processes)
  const perFact = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) / facts
  const cpu = ['generator', ...Object.keys(processes), 'PostgreSQL'].map((name) => [name, perFact(name)] as const)
  const parts = [
    ...cpu.map(([name, us]) => `${name} ${Math.round(us)} µs`),
    `${perFact('statements').toFixed(2)} statements`,
    `${Math.round(perFact('wal'))} bytes of WAL`,
  ]
  const shares = [...sessions].sort(([, one], [, other]) => other - one)
  const doing = shares.slice(0, 5).map(([name, share]) => `${name} ${share.toFixed(2)}`)
  return {
    what: `where the time goes, for each fact: ${what}`,
    measured: `${parts.join(', ')}; sessions: ${doing.join(', ')}`,
    goal: '',
    is_reached: null,
    figures: {
      facts,
      cpu_us: Object.fromEntries(cpu),
      statements: perFact('statements'),
      wal_bytes: perFact('wal'),
      sessions: Object.fromEntries(shares),
    },
  }
}

async function countersOf(
  meter: Client,
  { pid }: Pick<BenchServer, 'pid'>,
  processes: Readonly<Record<string, Running>>,
): Promise<Record<string, number>> {
  const { rows } = await meter.query(`
    select pg_backend_pid() as pid, (pg_current_wal_insert_lsn() - '0/0')::float8 as wal,
      (
        select coalesce(sum(calls), 0)::float8 from pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database())
      ) as statements
  `)
  const [{ pid: own, wal, statements }] = rows
  const { user, system } = process.cpuUsage()
  const cpu = Object.entries(processes).map(([name, { child }]) => [name, cpuOf(child.pid)] as const)
  return { ...Object.fromEntries(cpu), generator: user + system, PostgreSQL: cpuOf(pid, [own]), wal, statements }
}

/** @returns what ends it, and answers how many sessions did what on average */
function sampleWaits(meter: Client): () => Promise<Map<string, number>> {
  const found = new Map<string, number>()
  let samples = 0
  let isOver = false
  const loop = async () => {
    while (!isOver) {
      const { rows } = await meter.query(`
        select coalesce(wait_event_type || ' ' || wait_event, 'running') as doing, count(*)::integer as sessions
        from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
          and (state = 'active' or wait_event_type = 'Lock')
        group by 1
      `)
      samples += 1
      for (const { doing, sessions } of rows) found.set(doing, (found.get(doing) ?? 0) + sessions)
      await sleep(SAMPLE_MS)
    }
  }
  const looping = loop()
  return async () => {
    isOver = true
    await looping
    return new Map([...found].map(([doing, sessions]) => [doing, sessions / samples]))
  }
}
