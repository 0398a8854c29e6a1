import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openPool } from '../../../shared/store/db/database.ts'
import { migrate } from '../../../shared/store/migrate.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { type Line, openLine } from './line.ts'
import { type Kept, type KeptPostgres, keepPostgres, keepProcess } from './processes.ts'
import { keepReceivers, type Receiver } from './receivers.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** The service as it is run, with everything around it that can be disturbed. */
export type Surroundings = {
  readonly folder: string
  readonly key: string
  readonly postgres: KeptPostgres
  readonly webs: readonly Kept[]
  readonly workers: readonly Kept[]
  /** Of webhooks, and the key of their API client. */
  readonly receivers: readonly Receiver[]
  readonly receivers_key: string
  /** Between the clients and each web process. */
  readonly lines: readonly Line[]
  /** Between all processes of the service and PostgreSQL. */
  readonly database_line: Line
  /** Or why there is none. */
  readonly table_disk: SmallDisk | string
  readonly wal_disk: SmallDisk | string
  /** Everything up, no line spoilt, room on all disks. */
  calm(): Promise<void>
  /** @param keep_logs true leaves the folder with the logs behind */
  close(keep_logs: boolean): Promise<void>
}

const WEBS = 2
const WORKERS = 2
const NOT_IN_SHORT = 'not in a short storm'

/** A short storm mounts no disks and notices dead workers sooner, so that it is over soon. */
export async function openSurroundings(is_short: boolean): Promise<Surroundings> {
  const folder = makeFolder()
  const table_disk = is_short ? NOT_IN_SHORT : mountSmallDisk(join(folder, 'tables'))
  const wal_disk = is_short ? NOT_IN_SHORT : mountSmallDisk(join(folder, 'wal'))
  const data_dir = join(folder, 'postgres')
  if (typeof wal_disk !== 'string') await moveWal(data_dir, wal_disk)
  const postgres = await keepPostgres(data_dir)
  if (typeof table_disk !== 'string') await useTablespace(postgres.database_url(), table_disk)
  await migrate({ database_url: postgres.process_url(), migration_database_url: postgres.database_url() })
  if (is_short) await run(postgres.database_url(), 'update pgboss.queue set heartbeat_seconds = 2')
  const key = await makeKey(postgres.database_url(), 'torture')
  const receivers_key = await makeKey(postgres.database_url(), 'receivers of webhooks')
  const receivers = await keepReceivers(folder)
  const database_line = await openLine(postgres.port)
  const { webs, workers, ports } = await keepProcesses(postgres, database_line, folder)
  const lines = await Promise.all(ports.map((port) => openLine(() => port)))
  const all = [...webs, ...workers, ...receivers]
  const disks = [table_disk, wal_disk].filter((disk) => typeof disk !== 'string')

  return {
    ...{ folder, key, postgres, webs, workers, receivers, receivers_key, lines, database_line, table_disk, wal_disk },
    async calm() {
      for (const disk of disks) disk.empty()
      for (const line of [...lines, database_line]) line.mood = 'passes'
      postgres.thaw()
      for (const each of all) each.signal('SIGCONT')
      await postgres.untilUp()
      await Promise.all(all.map((each) => each.untilUp()))
    },
    async close(keep_logs) {
      await Promise.all(all.map((each) => each.stop()))
      await Promise.all([...lines, database_line].map((line) => line.close()))
      await postgres.stop()
      for (const disk of disks) disk.remove()
      rmSync(keep_logs ? data_dir : folder, { recursive: true, force: true })
    },
  }
}

/** Web and worker processes behind the line to PostgreSQL, and the ports of web. */
async function keepProcesses(postgres: KeptPostgres, database_line: Line, folder: string) {
  const url = new URL(postgres.process_url())
  url.port = String(database_line.port)
  // Small batches and groups, so that there are many moments at which something can break. A web process that is killed
  // leaves the bank statement behind that it was reading; it goes with the folder.
  const env = {
    ...process.env,
    DATABASE_URL: url.href,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    WORKER_BATCH_SIZE: '25',
    TMPDIR: folder,
    WEBHOOK_SECRETS_KEY: 'a-key-of-the-storm',
    WEBHOOK_ALLOW_PRIVATE: '1',
    WEBHOOK_TIMEOUT_MS: '1000',
    WEBHOOK_FIRST_PAUSE_MS: '50',
  }
  const ports = await Promise.all(Array.from({ length: WEBS }, freePort))
  const webs = ports.map((port, index) =>
    keepProcess(`web-${index}`, 'api/main.ts', { ...env, PORT: String(port), ACCEPT_GROUP_SIZE: '20' }, folder),
  )
  const workers = Array.from({ length: WORKERS }, (_, index) =>
    keepProcess(`worker-${index}`, 'workers/main.ts', { ...env, PORT: undefined }, folder),
  )
  return { webs, workers, ports }
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

async function run(database_url: string, query: string): Promise<void> {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  try {
    await client.query(query)
  } finally {
    await client.end()
  }
}

async function makeKey(database_url: string, client_name: string): Promise<string> {
  const pool = await openPool(database_url, { pool_size: 1, statement_timeout_ms: 10_000 })
  try {
    return await issueKey(pool, { client_name })
  } finally {
    await pool.end()
  }
}

/** The account that PostgreSQL runs as passes through it on the way to its data. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-torture-'))
  chmodSync(folder, 0o755)
  return folder
}
