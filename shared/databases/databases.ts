import type { PgBoss } from 'pg-boss'
import type { Pool } from '../store/db/database.ts'

/** A PostgreSQL that has the whole books of its end customers, with the queues of their jobs. */
export type Database = {
  readonly name: string
  /** The one of DATABASE_URL. It also has what belongs to no end customer, such as API keys. */
  readonly is_home: boolean
  readonly pool: Pool
  readonly boss: PgBoss
}

/** The databases that a process has open. What works for an end customer asks here for the one that has its books. */
export type Databases = {
  readonly home: Database
  /** Those that are open. */
  all(): readonly Database[]
  /** The names of those that this process cannot ask now: what they have is not to be had, and nobody can say that it is not there. */
  away(): readonly string[]
  /** Who is on the way from one to another. */
  moving(): readonly string[] | Promise<readonly string[]>
  /** For what reads. It is no promise where the place is known, so that nothing waits for it. */
  of(end_customer_id: string): Database | Promise<Database>
  /** For what writes, which may be the first that is heard of an end customer. */
  forWrite(end_customer_id: string): Database | Promise<Database>
  /** For what is about several, each of them asked for once. It is no promise where all places are known. */
  ofEach(end_customer_ids: readonly string[]): Places | Promise<Places>
  forWriteEach(end_customer_ids: readonly string[]): Places | Promise<Places>
}

/** Databases by end customer. One that is away is an error that nobody has thrown yet: the others may be enough. */
export type Places = ReadonlyMap<string, Database | DatabaseAway>

/** One database, which has everybody. */
export function onlyHome(home: Database): Databases {
  const each = (ids: readonly string[]) => new Map(ids.map((id) => [id, home]))
  return {
    home,
    all: () => [home],
    away: () => [],
    moving: () => [],
    of: () => home,
    forWrite: () => home,
    ofEach: each,
    forWriteEach: each,
  }
}

/** What the database that has the books of an end customer answers while it is away, without anybody waiting for it. */
export class DatabaseAway extends Error {
  /** Of PostgreSQL: no connection could be made. */
  readonly code = '08001'
  readonly database: string
  constructor(database: string) {
    super(`the ledger database "${database}" is away`)
    this.database = database
  }
}
