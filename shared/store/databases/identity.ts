import type { Client } from 'pg'
import { knownMigrations } from './known-migrations.ts'

/** What is written in a ledger database, so that whoever opens it knows that it is the right one. */
export type Identity = { readonly database_id: string; readonly name: string; readonly home_id: string }

/** Null where nobody has made it one of several: it may have no table yet. */
export async function findIdentity(client: Client): Promise<Identity | null> {
  if (!(await isTableThere(client, 'database_identity'))) return null
  const { rows } = await client.query<Identity>('select database_id, name, home_id from database_identity')
  return rows[0] ?? null
}

/** @returns the one that is there afterwards: the first that was written stays */
export async function writeIdentity(
  client: Client,
  { name, home_id }: Omit<Identity, 'database_id'>,
): Promise<Identity> {
  await client.query(
    `insert into database_identity (database_id, name, home_id) values (gen_random_uuid(), $1, $2)
    on conflict do nothing`,
    [name, home_id],
  )
  const { rows } = await client.query<Identity>('select database_id, name, home_id from database_identity')
  return rows[0] as Identity
}

export async function isTableThere(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.' || quote_ident($1)) is not null as is_there`,
    [table],
  )
  return rows[0]?.is_there === true
}

/** Why a database is not the one that is meant, in words that follow the variable which leads to it; or null. */
export function misfitOf(found: Identity | null, wanted: Identity): string | null {
  if (found === null) return 'leads to a database that was never added to this installation'
  if (found.home_id !== wanted.home_id) return 'leads to a database of another installation'
  if (found.database_id === wanted.database_id) return null
  return `leads to the ledger database "${found.name}" and not to "${wanted.name}"`
}

/** Why a process of this release can do nothing with a database, in words that follow the variable; or null. */
export async function findMisfit(client: Client, wanted: Identity): Promise<string | null> {
  const misfit = misfitOf(await findIdentity(client), wanted)
  if (misfit !== null) return misfit
  const missing = knownMigrations() - (await countApplied(client))
  if (missing <= 0) return null
  return `leads to a database that lacks the last ${missing} of the migrations of this release; run the release step`
}

/** 0 where there is no table of them. */
export async function countApplied(client: Client): Promise<number> {
  if (!(await isTableThere(client, 'schema_migrations'))) return 0
  const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from schema_migrations')
  return rows[0]?.count ?? 0
}
