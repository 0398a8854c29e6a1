import type { Client } from 'pg'
import { countApplied, findMisfit } from '../store/databases/identity.ts'
import { HOME, type LedgerDatabase } from '../store/databases/registry.ts'
import { connectAsOwner, type DatabaseUrls } from '../store/databases/urls.ts'
import { openPool, type Pool } from '../store/db/database.ts'
import { choosePastTriggers, type PastTriggers } from '../store/moving/past-triggers.ts'

/** A database of a move, as the role that owns its tables. */
export type MoveSide = {
  readonly name: string
  readonly owner_url: string
  readonly owner: Client
  readonly pool: Pool
  readonly past_triggers: PastTriggers
  readonly migrations: number
  close(): Promise<void>
}

/** Rows of many years are copied and deleted in one statement. */
const LONG_MS = 3_600_000

/** @throws Error with one sentence where it is not the database that home knows, or of another release */
export async function openSide(
  database: LedgerDatabase,
  urls: DatabaseUrls,
  past_triggers?: PastTriggers,
): Promise<MoveSide> {
  const owner = await connectAsOwner(urls)
  const { database_url, migration_database_url, variables } = urls
  const owner_url = migration_database_url ?? database_url
  let pool: Pool | null = null
  const close = async () => {
    await pool?.end()
    await owner.end()
  }
  try {
    const misfit = await findMisfit(owner, database)
    const variable = variables?.owner_url_variable ?? variables?.url_variable ?? HOME
    if (misfit !== null) throw new Error(`${variable} ${misfit}.`)
    pool = await openPool(owner_url, { pool_size: 3, statement_timeout_ms: LONG_MS })
    return {
      name: database.name,
      owner_url,
      owner,
      pool,
      past_triggers: past_triggers ?? (await choosePastTriggers(pool)),
      migrations: await countApplied(owner),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
