import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export const MIGRATIONS = join(import.meta.dirname, '../../../sql/migrations')

/** How many migrations this release knows. */
export function knownMigrations(): number {
  return readdirSync(MIGRATIONS).length
}
