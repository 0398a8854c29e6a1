import { randomUUID } from 'node:crypto'
import { openPool, row, sql } from '../../../shared/store/db/database.ts'
import { issueKey } from '../../../shared/store/platform/issue-key.ts'
import { newInstallation } from '../../store/databases/installation.ts'
import { ownerUrl, service } from '../service.ts'
import { booksIn, type PlaceName } from './books-in.ts'
import { moversOf } from './movers.ts'
import { startBoth } from './processes-of-moves.ts'

/** A process relies on what it knows for two seconds; how long a pause takes is another question, which a loaded machine would answer. */
export const TIMES = { known_for_ms: 2_100, longest_pause_ms: 60_000, clean_up_after_ms: 0 }

type Databases = Readonly<Record<PlaceName, string>>

/** Home and a further database, with a web and a worker process that work in both. @param more variables of both */
export async function openMoves(more: Readonly<Record<string, string>> = {}) {
  const installation = await newInstallation()
  const urls: Databases = { home: installation.home, second: await service().server.createDatabase() }
  installation.name('second', urls.second)
  await installation.add('second')
  const owners = { home: await openOwner(urls.home), second: await openOwner(urls.second) }
  const key = await issueKey(owners.home, { client_name: 'of moves' })
  const env = { DATABASE_URL: urls.home, ...installation.env, ...more }
  const processes = await startBoth(env, key)
  return {
    owners,
    ...processes,
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
    /** Whether somebody moves an end customer at this moment, or could not be told that it is asleep. */
    isHeld: (end_customer_id: string) =>
      owners.home.exists(sql.type(row())`
        select from pg_locks, moves
        where moves.end_customer_id = ${end_customer_id} and locktype = 'advisory' and classid = 7283006
          and objid::bigint = hashtext(move_id::text)::bigint & 4294967295
      `),
    async close() {
      const codes = await processes.stop()
      await Promise.all([owners.home.end(), owners.second.end()])
      return codes
    },
  }
}

const openOwner = (database_url: string) =>
  openPool(ownerUrl(database_url), { pool_size: 2, statement_timeout_ms: 60_000 })
