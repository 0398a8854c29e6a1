import { chownSync, cpSync, readdirSync, renameSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { addDatabase } from '../../../../shared/store/databases/add-database.ts'
import { claimPlaces } from '../../../../shared/store/databases/places.ts'
import { HOME } from '../../../../shared/store/databases/registry.ts'
import { HOME_VARIABLES } from '../../../../shared/store/databases/urls.ts'
import { openPool } from '../../../../shared/store/db/database.ts'
import { migrate } from '../../../../shared/store/migrate.ts'
import { type Line, openLine } from '../line.ts'
import { type KeptPostgres, keepPostgres } from './kept-postgres.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** A PostgreSQL of its own for one ledger database, and the line from all processes of the service to it. */
export type LedgerServer = {
  readonly name: string
  readonly postgres: KeptPostgres
  readonly line: Line
  readonly variables: { readonly url_variable: string; readonly owner_url_variable: string }
}

type Disks = {
  /** Of home; or why there is none. */
  readonly table_disk: SmallDisk | string
  readonly wal_disk: SmallDisk | string
}

export type Servers = Disks & {
  /** Home is the first one. */
  readonly all: readonly LedgerServer[]
  /** What leads processes to all of them, through their lines. */
  readonly env: NodeJS.ProcessEnv
  /** The same for commands that need the role that owns the tables. */
  readonly owner_env: NodeJS.ProcessEnv
}

const NOT_IN_SHORT = 'not in a short storm'

/**
 * Home and further ledger databases, where the end customers live in turn.
 *
 * @param is_short mounts no disks, does not sync to one (processes are killed, and no machine), and notices dead workers sooner
 */
export async function openServers(
  folder: string,
  { is_short, databases, customers }: { is_short: boolean; databases: number; customers: readonly string[] },
): Promise<Servers> {
  const table_disk = is_short ? NOT_IN_SHORT : mountSmallDisk(join(folder, 'tables'))
  const wal_disk = is_short ? NOT_IN_SHORT : mountSmallDisk(join(folder, 'wal'))
  if (typeof wal_disk !== 'string') await moveWal(join(folder, 'postgres'), wal_disk)
  const all: LedgerServer[] = []
  // One after the other: two that look for a free port at once may find the same.
  for (let number = 1; number <= databases; number += 1) all.push(await openServer(folder, number, !is_short))
  const [home, ...further] = all as [LedgerServer, ...LedgerServer[]]
  if (typeof table_disk !== 'string') await useTablespace(home.postgres.database_url(), table_disk)
  const env: NodeJS.ProcessEnv = Object.assign({}, ...all.map(urlsThrough))
  const owner_env: NodeJS.ProcessEnv = Object.assign({}, env, ...all.map(ownerUrlsThrough))
  const urls = {
    database_url: home.postgres.process_url(),
    migration_database_url: home.postgres.database_url(),
    variables: HOME_VARIABLES,
  }
  await migrate(urls)
  for (const { name, variables } of further)
    await addDatabase(urls, { name, ...variables, weight: 1 }, { env: owner_env, known_for_ms: 0 })
  if (further.length > 0) await place(home, all, customers)
  if (is_short)
    for (const { postgres } of all) await run(postgres.database_url(), 'update pgboss.queue set heartbeat_seconds = 2')
  return { all, env, owner_env, table_disk, wal_disk }
}

/** The database where an end customer lives; null while home cannot be asked, or knows of none. */
export async function placeOf({ all }: Servers, customer: string): Promise<string | null> {
  const rows = await askHome<{ name: string }>(
    all,
    `select coalesce((select database_name from placements where end_customer_id = '${customer}'), '${HOME}') as name`,
  )
  return rows?.[0]?.name ?? null
}

/** Who lives in a database, or is on the way from or to it; null while home cannot be asked. */
export async function customersOf({ all }: Servers, name: string): Promise<string[] | null> {
  const rows = await askHome<{ id: string }>(
    all,
    `select end_customer_id as id from placements where database_name = '${name}'
    union select end_customer_id from moves where '${name}' in (from_name, to_name) and state not in ('cleaned', 'taken_back')`,
  )
  return rows?.map(({ id }) => id) ?? null
}

/** Past every disturbed line. @returns null while it cannot be asked */
export async function askHome<Row extends object>(
  [home]: readonly LedgerServer[],
  query: string,
): Promise<Row[] | null> {
  try {
    return await run<Row>(String(home?.postgres.database_url()), query)
  } catch {
    return null
  }
}

async function openServer(folder: string, number: number, fsync: boolean): Promise<LedgerServer> {
  const isHome = number === 1
  const its_folder = isHome ? 'postgres' : `postgres-${number}`
  const postgres = await keepPostgres(join(folder, its_folder), { fsync, name: its_folder })
  const line = await openLine(postgres.port)
  const variables = isHome
    ? HOME_VARIABLES
    : { url_variable: `LEDGERS_${number}_URL`, owner_url_variable: `LEDGERS_${number}_OWNER_URL` }
  return { name: isHome ? HOME : `ledgers-${number}`, postgres, line, variables }
}

function urlsThrough({ postgres, line, variables }: LedgerServer): NodeJS.ProcessEnv {
  return { [variables.url_variable]: through(line, postgres.process_url()) }
}

function ownerUrlsThrough({ postgres, line, variables }: LedgerServer): NodeJS.ProcessEnv {
  return { [variables.owner_url_variable]: through(line, postgres.database_url()) }
}

function through({ port }: Line, database_url: string): string {
  const url = new URL(database_url)
  url.port = String(port)
  return url.href
}

async function place(home: LedgerServer, all: readonly LedgerServer[], customers: readonly string[]): Promise<void> {
  const pool = await openPool(home.postgres.database_url(), { pool_size: 1, statement_timeout_ms: 10_000 })
  try {
    await claimPlaces(pool, new Map(customers.map((id, index) => [id, String(all[index % all.length]?.name)])))
  } finally {
    await pool.end()
  }
}

/** Lets the server make its cluster, then puts its WAL on the disk. */
async function moveWal(data_dir: string, { folder }: SmallDisk): Promise<void> {
  const first = await keepPostgres(data_dir)
  await first.stop()
  const pg_wal = join(data_dir, 'cluster/pg_wal')
  const { uid, gid } = statSync(pg_wal)
  cpSync(pg_wal, join(folder, 'pg_wal'), { recursive: true, preserveTimestamps: true })
  for (const name of ['.', ...readdirSync(join(folder, 'pg_wal'), { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, 'pg_wal', name), uid, gid)
  renameSync(pg_wal, `${pg_wal}.old`)
  symlinkSync(join(folder, 'pg_wal'), pg_wal)
}

/** From now on every table of the database is made there. */
async function useTablespace(database_url: string, { folder }: SmallDisk): Promise<void> {
  await run(database_url, `create tablespace torture location '${folder}'`)
  const name = new URL(database_url).pathname.slice(1)
  await run(database_url, `alter database ${name} set default_tablespace = torture`)
}

async function run<Row extends object>(database_url: string, query: string): Promise<Row[]> {
  const client = new Client({ connectionString: database_url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(query)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
