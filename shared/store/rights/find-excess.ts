import type { Client } from 'pg'

type Excess = {
  /** Follow the name of the role. */
  readonly words: string
  /** An expression in SQL: what has to be revoked, or from whom the role has it. Null where there is nothing. */
  readonly which: string
}

/** What gives a role more than RIGHTS. */
const EXCESS: readonly Excess[] = [
  { words: 'owns the tables, or is a member of the role that does', which: owners() },
  { words: 'has rights from another role or from everybody', which: rightsOfOthers() },
  { words: 'may create tables or functions in a schema', which: schemasToCreateIn() },
  { words: 'may create schemas', which: inDatabase('create') },
  { words: 'may create temporary tables', which: inDatabase('temporary') },
  {
    words: 'may turn triggers off',
    which: `case when has_parameter_privilege(rolname, 'session_replication_role', 'set')
      then 'set on parameter session_replication_role' end`,
  },
  { words: 'may write files or run programs on the server', which: rolesThatReachTheServer() },
  // Before PostgreSQL 16 such a role may join any other that is no superuser.
  {
    words: 'may give itself other roles',
    which: `case when rolcreaterole and current_setting('server_version_num')::int < 160000
      then 'createrole' end`,
  },
]

/** @returns what the role may do beyond RIGHTS and in parentheses what has to be revoked */
export async function findExcess(client: Client, role: string): Promise<string[]> {
  const columns = EXCESS.map(({ which }, index) => `${which} as excess_${index}`)
  const { rows } = await client.query<Record<string, boolean | string | null>>(
    `select rolsuper, ${columns.join(', ')} from pg_roles process where rolname = $1`,
    [role],
  )
  const found = rows[0]
  if (!found || found.rolsuper) return ['is a superuser']
  return EXCESS.flatMap(({ words }, index) => {
    const which = found[`excess_${index}`]
    return which ? [`${words} (${which})`] : []
  })
}

function owners(): string {
  return `(
    select string_agg(distinct format('by %I', relowner::regrole), ', ')
    from pg_class
    where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and pg_has_role(rolname, relowner, 'member')
  )`
}

/** Rights that the role, or one that it may become, has without being granted them by name; one table stands for all. */
function rightsOfOthers(): string {
  return `(
    select string_agg(format('%s on %s from %s', privilege, tables, giver), ', ' order by giver, privilege) from (
      select privilege, case when other.oid = process.oid then 'public' else quote_ident(other.rolname) end as giver,
        min(pg_class.oid::regclass::text)
          || coalesce(' and ' || nullif(count(distinct pg_class.oid) - 1, 0) || ' more', '') as tables
      from pg_class
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      cross join pg_roles other
      cross join unnest(array['insert', 'update', 'delete', 'truncate', 'trigger']) privilege
      cross join lateral (
        select coalesce(bool_or(grantee = process.oid), false) as is_named, coalesce(bool_or(grantee = 0), false) as is_public
        from aclexplode(relacl || attacl) where lower(privilege_type) = privilege
      ) granted
      where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relkind in ('r', 'p', 'v')
        and pg_has_role(process.oid, other.oid, 'member')
        and case when privilege in ('insert', 'update') then has_column_privilege(other.oid, attrelid, attnum, privilege)
          else attnum = 1 and has_table_privilege(other.oid, attrelid, privilege) end
        and not is_named and (other.oid <> process.oid or is_public)
      group by privilege, other.oid, other.rolname
    ) rights
  )`
}

function schemasToCreateIn(): string {
  return `(
    select string_agg(quote_ident(nspname), ', ') from pg_namespace where has_schema_privilege(rolname, oid, 'create')
  )`
}

function inDatabase(privilege: 'create' | 'temporary'): string {
  return `case when has_database_privilege(rolname, current_database(), '${privilege}')
    then format('${privilege} on database %I', current_database()) end`
}

function rolesThatReachTheServer(): string {
  return `(
    select string_agg(rolname::text, ', ') from pg_roles reaching
    where reaching.rolname in ('pg_write_server_files', 'pg_execute_server_program')
      and pg_has_role(process.oid, reaching.oid, 'member')
  )`
}
