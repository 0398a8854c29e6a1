import { type ConstructorOptions, PgBoss } from 'pg-boss'
import { withSessionOptions } from '../store/db/database.ts'

/**
 * A pg-boss that neither installs nor supervises: enough for the web process and the commands. It fetches through an
 * index that has the jobs in order; where statistics were taken while little waited, the planner expects so few that it
 * sorts all of a backlog for each batch instead, unless bitmaps are off.
 */
export function bossFor(database_url: string, options: Partial<ConstructorOptions> = {}): PgBoss {
  return new PgBoss({
    connectionString: withSessionOptions(database_url, '-c enable_bitmapscan=off'),
    max: 2,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
    ...options,
  })
}
