import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../../../shared/store/connect.ts'
import { migrate } from '../../../../shared/store/migrate.ts'
import { type KeptPostgres, keepPostgres } from '../../../torture/surroundings/postgres/kept-postgres.ts'

const SERVERS = ['home', 'second', 'third'] as const
export type ServerName = (typeof SERVERS)[number]

/** A PostgreSQL for each database, which starts again whenever it is killed. A killed process loses nothing that it has written. */
export async function startServers() {
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-cuts-'))
  chmodSync(folder, 0o755) // the user that PostgreSQL runs as has to pass
  const [first, ...others] = SERVERS.map((name) => join(folder, name)) as [string, ...string[]]
  const made = await keepPostgres(first, { fsync: false })
  await migrate({ database_url: made.process_url(), migration_database_url: made.database_url() })
  await noticeDeathSoon(made)
  await made.stop()
  for (const other of others) execFileSync('cp', ['-a', first, other]) // with its owner
  return { folder, servers: await startAll(folder), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Jobs of a worker that was killed are done again soon. */
async function noticeDeathSoon({ database_url }: KeptPostgres): Promise<void> {
  const client = await connect(database_url())
  await client.query('update pgboss.queue set heartbeat_seconds = 2')
  await client.end()
}

async function startAll(folder: string): Promise<Readonly<Record<ServerName, KeptPostgres>>> {
  const started: [ServerName, KeptPostgres][] = []
  // One after the other: the copies have the port of the first one, and look for another one.
  for (const name of SERVERS) started.push([name, await keepPostgres(join(folder, name), { fsync: false })])
  return Object.fromEntries(started) as Record<ServerName, KeptPostgres>
}
