import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { type MoveOptions, moveEndCustomer } from '../../../shared/moving/move-end-customer.ts'
import type { Point } from '../../../shared/moving/points.ts'
import type { MoveTimes } from '../../../shared/moving/steps.ts'
import { bossFor } from '../../../shared/queue/boss.ts'
import { openPool, row, sql } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { newInstallation } from '../../store/databases/installation.ts'
import { eventually } from '../books.ts'
import { at } from '../client.ts'
import { freePort } from '../processes/free-port.ts'
import { runProcess } from '../processes/real-processes.ts'
import { ownerUrl, service } from '../service.ts'
import { booksIn, type PlaceName } from './books-in.ts'

export type MoverOrder = Pick<MoveOptions, 'home_urls' | 'env' | 'past_triggers' | 'offline'> & {
  readonly wanted: { readonly end_customer_id: string; readonly to_name: string | null }
  readonly times: Partial<MoveTimes>
  readonly urls: Readonly<Record<string, string>>
  readonly cut: { readonly point: Point; readonly times: number }
}

/** A process relies on what it knows for two seconds. */
const TIMES = { known_for_ms: 2_100, clean_up_after_ms: 0 }

type Databases = Readonly<Record<PlaceName, string>>
type Base = Pick<MoverOrder, 'home_urls' | 'env' | 'times'>

/** Home and a further database, with a web and a worker process that work in both. */
export async function openMoves() {
  const installation = await newInstallation()
  const urls: Databases = { home: installation.home, second: await service().server.createDatabase() }
  installation.name('second', urls.second)
  await installation.add('second')
  const owners = { home: await openOwner(urls.home), second: await openOwner(urls.second) }
  const port = await freePort()
  const client = at(`http://127.0.0.1:${port}`, await issueKey(owners.home, { client_name: 'of moves' }))
  const env = { DATABASE_URL: urls.home, HOST: '127.0.0.1', PORT: String(port), ...installation.env }
  const web = runProcess('api/main.ts', env)
  const worker = runProcess('workers/main.ts', env)
  await eventually(async () => web.text().includes('is listening'), 60)
  await eventually(async () => worker.text().includes('works in a further ledger database'), 60)
  return {
    owners,
    client,
    env: { ...env, MIGRATION_DATABASE_URL: ownerUrl(urls.home) },
    ...moversOf(urls, { home_urls: installation.urls, env: installation.env, times: TIMES }),
    ...booksIn(owners),
    /** Somebody who will live at home. */
    async newcomer(): Promise<string> {
      const end_customer_id = randomUUID()
      await owners.home.query(sql.type(row())`
        insert into placements (end_customer_id, database_name) values (${end_customer_id}, 'home')
      `)
      return end_customer_id
    },
    async close() {
      const codes = await Promise.all([web.stop(), worker.stop()])
      await Promise.all([owners.home.end(), owners.second.end()])
      return codes
    },
  }
}

function moversOf(urls: Databases, base: Base) {
  async function openBoss(name: string) {
    const boss = bossFor(urls[name as PlaceName])
    await boss.start()
    return { boss, close: () => boss.stop({ graceful: false }) }
  }
  return {
    move: (end_customer_id: string, to_name: PlaceName | null, options: Partial<MoveOptions> = {}) =>
      moveEndCustomer({ end_customer_id, to_name }, { ...base, openBoss, ...options }),
    /** Moves in a process that dies at a point. @param opened is awaited before anything is deleted */
    async cutMove(order: Omit<MoverOrder, keyof Base | 'urls'>, opened: () => Promise<void>) {
      const file = join(import.meta.dirname, 'mover.ts')
      const argument = JSON.stringify({ ...base, urls, ...order } satisfies MoverOrder)
      const child = spawn(process.execPath, [file, argument], { stdio: ['pipe', 'pipe', 'inherit'] })
      child.stdout.on('data', async (text) => {
        if (!String(text).includes('opened')) return
        await opened()
        child.stdin.write('go\n')
      })
      const [code, signal] = await once(child, 'exit')
      return { code: code as number | null, signal: signal as string | null }
    },
  }
}

const openOwner = (database_url: string) =>
  openPool(ownerUrl(database_url), { pool_size: 2, statement_timeout_ms: 60_000 })
