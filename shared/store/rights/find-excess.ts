import type { Client } from 'pg'

/** What gives a role more than RIGHTS. The words follow the name of the role. */
const EXCESS = [
  { words: 'owns the tables, or is a member of the role that does', query: owns() },
  { words: 'has rights from another role or from everybody', query: hasRightsOfOthers() },
  { words: 'may create tables or functions in a schema', query: mayCreate() },
  { words: 'may create schemas', query: `has_database_privilege(rolname, current_database(), 'create')` },
  { words: 'may create temporary tables', query: `has_database_privilege(rolname, current_database(), 'temporary')` },
  { words: 'may turn triggers off', query: `has_parameter_privilege(rolname, 'session_replication_role', 'set')` },
  { words: 'may write files or run programs on the server', query: reachesServer() },
  // Before PostgreSQL 16 such a role may join any other that is no superuser.
  {
    words: 'may give itself other roles',
    query: `rolcreaterole and current_setting('server_version_num')::int < 160000`,
  },
]

/** @returns what the role may do beyond RIGHTS because of what it is or who has granted it something else */
export async function findExcess(client: Client, role: string): Promise<string[]> {
  const columns = EXCESS.map(({ query }, index) => `${query} as excess_${index}`)
  const { rows } = await client.query<Record<string, boolean>>(
    `select rolsuper, ${columns.join(', ')} from pg_roles process where rolname = $1`,
    [role],
  )
  const found = rows[0]
  if (!found || found.rolsuper) return ['is a superuser']
  return EXCESS.filter((_, index) => found[`excess_${index}`]).map(({ words }) => words)
}

function owns(): string {
  return `exists (
    select from pg_class where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
      and pg_has_role(rolname, relowner, 'member')
  )`
}

/** Rights that the role, or one that it may become, has without being granted them by name. */
function hasRightsOfOthers(): string {
  return `exists (
    select from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    cross join pg_roles other
    cross join unnest(array['insert', 'update', 'delete', 'truncate', 'trigger']) privilege
    where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relkind in ('r', 'p', 'v')
      and pg_has_role(process.oid, other.oid, 'member')
      and case when privilege in ('insert', 'update') then has_column_privilege(other.oid, attrelid, attnum, privilege)
        else attnum = 1 and has_table_privilege(other.oid, attrelid, privilege) end
      and not exists (
        select from aclexplode(relacl || attacl) where grantee = process.oid and lower(privilege_type) = privilege
      )
  )`
}

function mayCreate(): string {
  return `exists (select from pg_namespace where has_schema_privilege(rolname, oid, 'create'))`
}

function reachesServer(): string {
  return `(pg_has_role(rolname, 'pg_write_server_files', 'member') or
    pg_has_role(rolname, 'pg_execute_server_program', 'member'))`
}
