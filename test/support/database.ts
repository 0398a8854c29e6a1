import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../shared/embedded/server.ts'
import { migrate } from '../../shared/store/migrate.ts'

/** A PostgreSQL for tests: an embedded one of its own, or a database server that TEST_DATABASE_URL names. */
export type TestServer = {
  createDatabase(): Promise<string>
  /** Nothing has been applied to it, not even a migration. */
  createEmptyDatabase(): Promise<string>
  stop(): Promise<void>
}

export async function startTestServer(): Promise<TestServer> {
  const { admin_url, stop } = await openServer()
  const template = await createDatabase(admin_url, null)
  await migrate(template)
  const made = [template]
  const make = async (from: string | null) => {
    const database_url = await createDatabase(admin_url, from)
    made.push(database_url)
    return database_url
  }
  return {
    createDatabase: () => make(template),
    createEmptyDatabase: () => make(null),
    async stop() {
      if (process.env.TEST_DATABASE_URL)
        for (const url of made) await run(admin_url, `drop database ${nameOf(url)} with (force)`)
      await stop()
    },
  }
}

async function openServer() {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { admin_url: given, stop: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'hauptbuch-test-'))
  const server = await startEmbeddedPostgres({ data_dir: folder, fsync: false })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { admin_url: server.database_url, stop }
}

async function createDatabase(admin_url: string, template: string | null): Promise<string> {
  const name = `hauptbuch_test_${randomBytes(6).toString('hex')}`
  await run(admin_url, `create database ${name}${template ? ` template ${nameOf(template)}` : ''}`)
  const url = new URL(admin_url)
  url.pathname = `/${name}`
  return url.href
}

function nameOf(database_url: string): string {
  return new URL(database_url).pathname.slice(1)
}

async function run(admin_url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: admin_url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
