import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../shared/embedded/server.ts'
import { migrate } from '../../shared/store/migrate.ts'

/** A PostgreSQL for tests: an embedded one of its own, or a database server that TEST_DATABASE_URL names. */
export type TestServer = {
  /** @returns the URL that processes get, with rights that every test of them proves to be enough */
  createDatabase(): Promise<string>
  /** Nothing has been applied to it, not even a migration. */
  createEmptyDatabase(): Promise<string>
  /** The same database as the role that owns its tables. */
  ownerUrl(database_url: string): string
  stop(): Promise<void>
}

/** Of the role that makes databases and owns their tables, and of the processes. */
export type ServerUrls = { readonly admin_url: string; readonly process_url: string }

type OpenServer = ServerUrls & { stop(): Promise<void> }

/** @returns the name of a database of that server, for `TEST_TEMPLATE` */
export async function makeTemplate({ admin_url, process_url }: ServerUrls): Promise<string> {
  const name = await createDatabase(admin_url, null)
  await migrate({
    database_url: inDatabase(process_url, name),
    migration_database_url: inDatabase(admin_url, name),
  })
  return name
}

export async function startTestServer(): Promise<TestServer> {
  const { admin_url, process_url, stop } = await openServer()
  const made: string[] = []
  const ownerUrl = (database_url: string) => inDatabase(admin_url, nameOf(database_url))
  const make = async (template: string | null) => {
    const name = await createDatabase(admin_url, template)
    made.push(name)
    return inDatabase(process_url, name)
  }
  // Whoever runs many specs, each in a process of its own, has made one for all: then only functions and rights are applied.
  const template = await make(process.env.TEST_TEMPLATE ?? null)
  await migrate({ database_url: template, migration_database_url: ownerUrl(template) })
  return {
    createDatabase: () => make(nameOf(template)),
    createEmptyDatabase: () => make(null),
    ownerUrl,
    async stop() {
      if (process.env.TEST_DATABASE_URL ?? process.env.TEST_TEMPLATE)
        for (const name of made) await run(admin_url, `drop database ${name} with (force)`)
      await stop()
    },
  }
}

async function openServer(): Promise<OpenServer> {
  const { TEST_DATABASE_URL: given, TEST_SERVER: started } = process.env
  if (given) return withProcessRole(given)
  if (started) return { ...(JSON.parse(started) as ServerUrls), stop: async () => {} }
  return startOwnServer(tmpdir())
}

export async function startOwnServer(parent: string): Promise<OpenServer> {
  const folder = mkdtempSync(join(parent, 'hauptbuch-test-'))
  const server = await startEmbeddedPostgres({ data_dir: folder, fsync: false })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { admin_url: server.migration_database_url, process_url: server.database_url, stop }
}

/** A role for the time of this run; other runs on the same server have theirs. */
async function withProcessRole(admin_url: string): Promise<OpenServer> {
  const url = new URL(admin_url)
  url.username = `hauptbuch_test_${randomBytes(6).toString('hex')}`
  url.password = randomBytes(12).toString('hex')
  await run(admin_url, `create role ${url.username} login password '${url.password}'`)
  return { admin_url, process_url: url.href, stop: () => run(admin_url, `drop role ${url.username}`) }
}

async function createDatabase(admin_url: string, template: string | null): Promise<string> {
  const name = `hauptbuch_test_${randomBytes(6).toString('hex')}`
  await run(admin_url, `create database ${name}${template ? ` template ${template}` : ''}`)
  return name
}

function inDatabase(database_url: string, name: string): string {
  const url = new URL(database_url)
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
