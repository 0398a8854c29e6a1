import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../embedded/server.ts'
import { openPool, type Pool } from '../store/db/database.ts'
import { migrateTo } from '../store/import/migrate-to.ts'

/** The exit code of a program that was ended by Ctrl-C, as in shells. */
const INTERRUPTED = 130

export type Scratch = {
  readonly database_url: string
  readonly migration_database_url: string
  /** As the role that owns the tables. */
  readonly pool: Pool
}

/** A PostgreSQL that is there for the time of some work, with the tables of the first migrations. */
export async function withScratchDatabase<Result>(
  migrations: number,
  work: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-import-'))
  const server = await startEmbeddedPostgres({ data_dir: folder, fsync: false })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const interrupt = () => void stop().then(() => process.exit(INTERRUPTED))
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    const { database_url, migration_database_url } = server
    await migrateTo(migration_database_url, migrations)
    const pool = await openPool(migration_database_url, { pool_size: 4, statement_timeout_ms: 600_000 })
    pool.on('error', () => {}) // a broken connection also fails the query under way
    try {
      return await work({ database_url, migration_database_url, pool })
    } finally {
      await pool.end()
    }
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
    await stop()
  }
}
