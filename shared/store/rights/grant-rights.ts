import type { Client } from 'pg'
import { findExcess } from './find-excess.ts'
import { QUEUE_RIGHTS } from './queue-rights.ts'
import { RIGHTS } from './rights.ts'

const SCHEMAS = { public: RIGHTS, pgboss: QUEUE_RIGHTS }

/**
 * Gives the role of the processes what RIGHTS says, and takes everything else from it. It is one transaction: a process
 * has the old rights or the new ones.
 *
 * @param client of the role that owns the tables
 * @returns what the role may do beyond that all the same, in words that follow its name; empty where there is nothing
 */
export async function grantRights(client: Client, role: string): Promise<string[]> {
  const grantee = client.escapeIdentifier(role)
  await client.query('begin')
  try {
    await revokeFromEverybody(client)
    await revokeAll(client, grantee)
    await client.query(
      Object.entries(SCHEMAS)
        .flatMap(([schema, rights]) => grantsOf(schema, rights, grantee))
        .join(';\n'),
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {}) // the connection may be the reason
    throw error
  }
  return findExcess(client, role)
}

/**
 * Gives the role what it needs of the tables beyond what it has. Processes of the release before run meanwhile, and the
 * functions that they call may write what is new.
 */
export async function addRights(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name where to_regclass('public.' || quote_ident(name)) is not null`,
    [Object.keys(RIGHTS)],
  )
  // Views come later.
  const ofExisting = Object.fromEntries(
    Object.entries(RIGHTS).filter(([name]) => rows.some((row) => row.name === name)),
  )
  await client.query(grantsOf('public', ofExisting, client.escapeIdentifier(role)).join(';\n'))
}

function grantsOf(schema: string, rights: Readonly<Record<string, string>>, grantee: string): string[] {
  const ofTables = Object.entries(rights).map(([table, right]) => `grant ${right} on ${schema}.${table} to ${grantee}`)
  return [`grant usage on schema ${schema} to ${grantee}`, ...ofTables]
}

/** Extensions may have put tables of other owners there. */
async function revokeAll(client: Client, grantee: string): Promise<void> {
  const { rows } = await client.query<{ table: string }>(`
    select oid::regclass::text as table from pg_class
    where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relkind in ('r', 'p', 'v')
      and pg_has_role(relowner, 'usage')
  `)
  const tables = rows.map(({ table }) => table).join(', ')
  await client.query(`revoke all on ${tables} from ${grantee}`)
  await client.query(`revoke insert, update, delete, truncate, references, trigger on ${tables} from public`)
  await client.query(`revoke all on schema ${Object.keys(SCHEMAS).join(', ')} from ${grantee}`)
}

/**
 * Every role of a database may make temporary tables, and functions prefer them to tables of the same name: with one a
 * process could have the guards look at other books. Databases of before PostgreSQL 15 let every role make tables, too.
 */
async function revokeFromEverybody(client: Client): Promise<void> {
  const database = client.escapeIdentifier(client.database ?? '')
  const { rows } = await client.query<{ owns_database: boolean; owns_schema: boolean }>(`
    select pg_has_role(datdba, 'usage') as owns_database, pg_has_role(nspowner, 'usage') as owns_schema
    from pg_database cross join pg_namespace
    where datname = current_database() and nspname = 'public'
  `)
  if (rows[0]?.owns_database) await client.query(`revoke create, temporary on database ${database} from public`)
  if (rows[0]?.owns_schema) await client.query('revoke create on schema public from public')
}
