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
  const { starting, stop } = startScratch()
  let interrupted: Promise<void> | null = null
  const interrupt = () => {
    interrupted ??= stop().finally(() => process.exit(INTERRUPTED))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  try {
    const { database_url, migration_database_url } = await starting
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
    await (interrupted ?? stop())
  }
}

/** In its separate process group the server would stay, so that `stop` waits for it where it only starts. It leaves no folder, also where it could not start. */
function startScratch() {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-import-'))
  const starting = startEmbeddedPostgres({ data_dir: folder, fsync: false })
  const stop = async () => {
    await starting.then(
      (server) => server.stop(),
      () => {},
    )
    rmSync(folder, { recursive: true, force: true })
  }
  return { starting, stop }
}
