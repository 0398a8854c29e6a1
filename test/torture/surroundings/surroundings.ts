import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { type Line, openLine } from './line.ts'
import { type Mover, openMover } from './mover.ts'
import { type LedgerServer, openServers, type Servers } from './postgres/servers.ts'
import { type Kept, keepProcess } from './processes.ts'
import { keepReceivers, type Receiver } from './receivers.ts'

/** The service as it is run, with everything around it that can be disturbed. */
export type Surroundings = {
  readonly folder: string
  readonly key: string
  readonly servers: Servers
  /** Of home. */
  readonly home: LedgerServer
  readonly customers: readonly string[]
  /** Of end customers, between the ledger databases. */
  readonly mover: Mover
  readonly webs: readonly Kept[]
  readonly workers: readonly Kept[]
  /** Of webhooks, and the key of their API client. */
  readonly receivers: readonly Receiver[]
  readonly receivers_key: string
  /** Between the clients and each web process. */
  readonly lines: readonly Line[]
  /** Everything up, no line spoilt, room on all disks. */
  calm(): Promise<void>
  /** @param keep_logs true leaves the folder with the logs behind */
  close(keep_logs: boolean): Promise<void>
}

export type SurroundingsOptions = {
  /** A short storm mounts no disks and notices dead workers sooner, so that it is over soon. */
  readonly is_short: boolean
  readonly databases: number
  readonly customers: readonly string[]
}

const WEBS = 2
const WORKERS = 2

export async function openSurroundings(options: SurroundingsOptions): Promise<Surroundings> {
  const folder = makeFolder()
  const servers = await openServers(folder, options)
  const [home] = servers.all as [LedgerServer]
  const key = await makeKey(home, 'torture')
  const receivers_key = await makeKey(home, 'receivers of webhooks')
  const receivers = await keepReceivers(folder)
  const { webs, workers, ports } = await keepProcesses(servers, folder)
  const lines = await Promise.all(ports.map((port) => openLine(() => port)))
  const kept = [...webs, ...workers, ...receivers]
  const { customers, is_short } = options
  const mover = openMover(servers, folder, is_short)
  return {
    ...{ folder, key, servers, home, customers, mover, webs, workers, receivers, receivers_key, lines },
    async calm() {
      for (const disk of disksOf(servers)) disk.empty()
      for (const line of [...lines, ...servers.all.map((server) => server.line)]) line.mood = 'passes'
      for (const { postgres } of servers.all) {
        postgres.letUp()
        postgres.thaw()
      }
      for (const each of kept) each.signal('SIGCONT')
      await Promise.all(servers.all.map(({ postgres }) => postgres.untilUp()))
      await Promise.all(kept.map((each) => each.untilUp()))
      if (servers.all.length > 1) await Promise.all(ports.map(untilAllOpen))
    },
    async close(keep_logs) {
      mover.stop()
      await Promise.all(kept.map((each) => each.stop()))
      await Promise.all([...lines, ...servers.all.map((server) => server.line)].map((line) => line.close()))
      await Promise.all(servers.all.map(({ postgres }) => postgres.stop()))
      for (const disk of disksOf(servers)) disk.remove()
      if (!keep_logs) rmSync(folder, { recursive: true, force: true })
      else
        for (const { postgres } of servers.all)
          rmSync(join(folder, postgres.name, 'cluster'), { recursive: true, force: true })
    },
  }
}

function disksOf({ table_disk, wal_disk }: Servers) {
  return [table_disk, wal_disk].filter((disk) => typeof disk !== 'string')
}

/** Web and worker processes behind the lines to PostgreSQL, and the ports of web. */
async function keepProcesses(servers: Servers, folder: string) {
  // Small batches and groups, so that there are many moments at which something can break. A web process that is killed
  // leaves the bank statement behind that it was reading; it goes with the folder.
  const env = {
    ...process.env,
    ...servers.env,
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

/** Until a web process, which serves home already, has opened the further databases. */
async function untilAllOpen(port: number): Promise<void> {
  for (const ends_at = Date.now() + 60_000; Date.now() < ends_at; await sleep(100)) {
    const text = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.text(),
      () => '{}',
    )
    const { databases } = JSON.parse(text) as { databases?: { state: string }[] }
    if (databases?.every(({ state }) => state === 'up')) return
  }
}

async function makeKey({ postgres }: LedgerServer, client_name: string): Promise<string> {
  const pool = await openPool(postgres.database_url(), { pool_size: 1, statement_timeout_ms: 10_000 })
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
