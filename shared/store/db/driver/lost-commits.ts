import { type Db, row, sql } from '../database.ts'

/**
 * Whether a crash of PostgreSQL loses commits that it has answered, and with them requests that were answered 202. A server without
 * fsync is made for tests and lost with its machine anyway.
 */
export function losesCommits(db: Db): Promise<boolean> {
  return db.oneFirst(sql.type(row<{ loses: boolean }>())`
    select current_setting('synchronous_commit') = 'off' and current_setting('fsync') = 'on' as loses
  `)
}
