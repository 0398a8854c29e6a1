import type { Client } from 'pg'
import { connect } from '../connect.ts'
import { type DatabaseUrls, HOME_VARIABLES } from '../databases/urls.ts'
import { grantRights } from './grant-rights.ts'

const ONE_ROLE = 'warning: the processes use the role that owns the tables, so they could change what is posted'
const PAGE = 'docs/operate/configuration.md'

/**
 * The role that the processes get, asked of the database: a pooler may give them another one than their URL names.
 *
 * @throws Error when the two URLs name different databases: the lock that this release holds would be free in the other
 */
export async function roleOfProcesses({ database_url, variables = HOME_VARIABLES }: DatabaseUrls): Promise<string> {
  const { url_variable, owner_url_variable } = variables
  const client = await connect(database_url, url_variable)
  try {
    const { rows } = await client.query('select current_user as role, pg_try_advisory_lock(7283001) as is_free')
    if (rows[0].is_free) throw new Error(`${url_variable} and ${owner_url_variable} name different databases.`)
    return rows[0].role
  } finally {
    await client.end()
  }
}

/** @throws Error when another role owns the tables: it would fail with the first migration, in words of the database */
export async function requireOwner(client: Client, urls: DatabaseUrls): Promise<void> {
  const { rowCount } = await client.query(`
    select from pg_class where oid = to_regclass('public.schema_migrations') and not pg_has_role(relowner, 'usage')
  `)
  if (rowCount === 0) return
  const role = urls.migration_database_url ? `The role of ${ownerVariableOf(urls)}` : 'This role'
  throw new Error(`${role} does not own the tables. Set ${ownerVariableOf(urls)} to the role that does (${PAGE}).`)
}

/** Those of the role of the processes, where it is another one than that of the owner. */
export async function giveRights(
  client: Client,
  role: string,
  urls: DatabaseUrls,
  log: (line: string) => void,
): Promise<void> {
  const { rows } = await client.query('select current_user as owner')
  if (rows[0].owner === role) return log(`${ONE_ROLE}. Set ${ownerVariableOf(urls)} (${PAGE}).`)
  for (const excess of await grantRights(client, role))
    log(`warning: the role ${role} of the processes ${excess}, so they could change what is posted`)
}

function ownerVariableOf({ variables = HOME_VARIABLES }: DatabaseUrls): string {
  return variables.owner_url_variable ?? 'an owner variable'
}
