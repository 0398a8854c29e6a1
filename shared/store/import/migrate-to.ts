import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import { connect } from '../connect.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../sql/migrations')

/** How many migrations this release knows. */
export function knownMigrations(): number {
  return readdirSync(MIGRATIONS).length
}

/** Brings an empty database to the tables that a release of before had: with its first migrations, and nothing else. */
export async function migrateTo(database_url: string, count: number): Promise<void> {
  const client = await connect(database_url)
  try {
    await runner({
      dbClient: client,
      dir: MIGRATIONS,
      direction: 'up',
      count,
      migrationsTable: 'schema_migrations',
      noLock: true,
      singleTransaction: false,
      verbose: false,
      logger: { info: () => {}, debug: () => {}, warn: () => {}, error: () => {} },
    })
  } finally {
    await client.end()
  }
}
