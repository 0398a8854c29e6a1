import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from './database.ts'
import { type Comments, commentsInMigrations, type Migration, migrationsOfTable } from './migration-comments.ts'
import { type CatalogObject, type CatalogTable, readCatalog } from './read-catalog.ts'
import { readDefinitions } from './replace-definitions.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../sql/migrations')

const HEADER = `-- The schema as it is, to be read: tables with all that belongs to them, functions, views.
-- \`npm run schema\` writes this file; nobody edits it, and nothing runs it. Tables are changed by a new migration, functions
-- and views in their files (docs/develop/sql.md). The tables of pg-boss are in a schema of their own, pgboss.`

/**
 * Describes the schema of a migrated database as SQL: what PostgreSQL's catalog has, in PostgreSQL's words, with the
 * comments of the migrations. It is the same text for the same schema.
 */
export async function describeSchema(db: Db): Promise<string> {
  const { tables, functions, views } = await readCatalog(db)
  const migrations = await readMigrations()
  const comments = commentsInMigrations(migrations)
  const definitions = [...(await readDefinitions('functions')), ...(await readDefinitions('views'))]
  const files = new Map(definitions.map(({ name, file }) => [name, file]))
  const parts = [
    HEADER,
    ...tables.map((table) => describeTable(table, comments, migrationsOfTable(migrations, table.name))),
    ...functions.map(({ name, definition }) => `-- ${files.get(name)}\n${definition.trimEnd()};`),
    ...views.map(({ name, definition }) => `-- ${files.get(name)}\ncreate view ${name} as\n${definition}`),
  ]
  return `${parts.join('\n\n')}\n`
}

async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => ({ name: file.slice(0, 4), text: await readFile(join(MIGRATIONS, file), 'utf8') })),
  )
}

function describeTable(table: CatalogTable, comments: Comments, migrations: readonly string[]): string {
  const { name, columns, constraints, indexes, triggers } = table
  const commentOn = (key: string, kept: string | null = null) => kept?.split('\n') ?? comments.get(key) ?? []
  const parts = [
    ...columns.map((column) => ({ ...column, definition: `${column.name} ${column.definition}` })),
    ...constraints.map((part) => ({
      ...part,
      comment: null,
      definition: `constraint ${part.name} ${part.definition}`,
    })),
  ]
  const lines = parts.map(({ name: part, comment, definition }, index) => [
    ...commentOn(`${name}.${part}`, comment).map((text) => `  -- ${text}`),
    `  ${definition}${index < parts.length - 1 ? ',' : ''}`,
  ])
  return [
    ...commentOn(name, table.comment).map((text) => `-- ${text}`),
    ...(migrations.length > 0 ? [`-- Migrations: ${migrations.join(', ')}.`] : []),
    `create table ${name} (`,
    ...lines.flat(),
    ');',
    ...indexes.flatMap((index) => [...commentOn(index.name).map((text) => `-- ${text}`), statementOf(index)]),
    ...triggers.map(statementOf),
  ].join('\n')
}

function statementOf({ definition }: CatalogObject): string {
  return `${definition};`
}
