import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { startEmbeddedPostgres } from '../embedded/server.ts'
import { openPool } from '../store/db/database.ts'
import { describeSchema } from '../store/db/describe-schema.ts'
import { migrate } from '../store/migrate.ts'

/** `npm run schema`: describes the result of migrations, functions and views, from a temporary database. */

const FILE = join(import.meta.dirname, '../../sql/schema.sql')

const options = new Command('npm run schema --')
  .description('Writes sql/schema.sql, the whole schema as it is, from a new database that is thrown away')
  .option('--check', 'write nothing; exit code 1 when sql/schema.sql is not what it should be')
  .parse()
  .opts<{ check?: boolean }>()

try {
  const schema = await schemaOfNewDatabase()
  const isSame = (await readFile(FILE, 'utf8').catch(() => '')) === schema
  if (options.check && !isSame) throw new Error('sql/schema.sql is not up to date; npm run schema writes it.')
  if (!options.check) await writeFile(FILE, schema)
  console.log(isSame ? 'sql/schema.sql is up to date' : 'sql/schema.sql is written anew')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** The embedded PostgreSQL of the project, so that everybody gets the same text whatever else is installed. */
async function schemaOfNewDatabase(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hauptbuch-schema-'))
  const server = await startEmbeddedPostgres({ data_dir: folder, fsync: false })
  try {
    await migrate(server)
    const pool = await openPool(server.database_url, { pool_size: 1, statement_timeout_ms: 60_000 })
    try {
      return await describeSchema(pool)
    } finally {
      await pool.end()
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
