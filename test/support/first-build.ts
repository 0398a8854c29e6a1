import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { runner } from 'node-pg-migrate'
import { Client } from 'pg'
import { ownerUrl, service } from './service.ts'

const FOLDER = join(import.meta.dirname, '../data/first-build')
const MIGRATIONS = join(import.meta.dirname, '../../sql/migrations')

type Recorded = { readonly api_key: string; readonly answers: Readonly<Record<string, unknown>> }

/** Rows as JSON texts, so that no number is rounded on the way, by the table that they belong to. */
export type RecordedRows = ReadonlyMap<string, readonly string[]>

export async function readFirstBuildAnswers(): Promise<Recorded> {
  return JSON.parse(await unpack('answers.json.gz')) as Recorded
}

export async function readFirstBuildRows(): Promise<RecordedRows> {
  const lines = (await unpack('rows.ndjson.gz')).trimEnd().split('\n')
  const rows = lines.map((line) => {
    const [, table, row] = line.match(/^\{"table":"([\w.]+)","row":(.*)\}$/) ?? []
    if (!table || !row) throw new Error(`a recorded row cannot be read: ${line.slice(0, 80)}`)
    return { table, row }
  })
  const tables = [...Map.groupBy(rows, ({ table }) => table)]
  return new Map(tables.map(([table, all]) => [table, all.map(({ row }) => row)]))
}

export async function listFirstBuildExports(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((file) => file.endsWith('.export.ndjson.gz')).map((file) => join(FOLDER, file))
}

/**
 * A database as the first build has left it: the migrations that it knew, its views, its queue and its rows. Tables and
 * backfills of later migrations are not in it.
 *
 * @returns the URL of the database
 */
export async function restoreFirstBuild(rows: RecordedRows): Promise<string> {
  const database_url = await service().server.createEmptyDatabase()
  await withClient(database_url, async (client) => {
    await applyMigrations(client, rows.get('public.schema_migrations')?.length ?? 0)
    for (const file of ['views.sql', 'queue.sql']) await client.query(await readFile(join(FOLDER, file), 'utf8'))
    await insertRows(client, rows)
  })
  return database_url
}

/** Runs one query on a connection of its own, past every layer of the service and as the role that owns the tables. */
export function queryRows<Row extends object>(
  database_url: string,
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(database_url, async (client) => (await client.query<Row>(query, values)).rows)
}

async function unpack(file: string): Promise<string> {
  return gunzipSync(await readFile(join(FOLDER, file))).toString('utf8')
}

async function withClient<Result>(database_url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: ownerUrl(database_url) })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

async function applyMigrations(client: Client, count: number): Promise<void> {
  await runner({
    dbClient: client,
    dir: MIGRATIONS,
    direction: 'up',
    count,
    migrationsTable: 'schema_migrations',
    noLock: true,
    singleTransaction: false,
    verbose: false,
    logger: { info: () => {}, debug: () => {}, warn: console.warn, error: console.error },
  })
}

/** Neither triggers nor foreign keys may take part: the rows have been through all of them already. */
async function insertRows(client: Client, rows: RecordedRows): Promise<void> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const [table, texts] of rows) {
    await client.query(`delete from ${table}`)
    const query = `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`
    await client.query(query, [`[${texts.join(',')}]`])
  }
  await client.query('commit')
}
