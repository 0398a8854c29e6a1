import type { Client } from 'pg'
import { isTableThere } from './identity.ts'
import { TABLE_RULES } from './table-rules.ts'

/** Tables whose rows the release itself makes. */
const OF_THE_RELEASE = ['schema_migrations']

/** What says that somebody uses a database: books, API keys, or tables of something else than this service. Null: nobody does. */
export async function findUse(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by relname collate "C"
  `)
  const is_ours = await isTableThere(client, 'schema_migrations')
  for (const { name } of rows) {
    if (!is_ours || !(name in TABLE_RULES)) return `it has a table ${name}`
    const found = await client.query(`select from ${client.escapeIdentifier(name)} limit 1`)
    if (found.rowCount && !OF_THE_RELEASE.includes(name)) return `it has rows of ${name}`
  }
  return null
}
