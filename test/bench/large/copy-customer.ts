import { Client } from 'pg'
import { openPool } from '../../../shared/store/db/database.ts'
import { listTablesInOrder } from '../../../shared/store/import/copied-tables.ts'

const COPIES_AT_ONCE = 500

/**
 * Copies all rows of an end customer for very many others, by SQL. They come with what the triggers made of the first one, as in an import,
 * so the triggers rest. Each copy has ids of its own, so that indexes and statistics are those of real ones; what stands in JSON, and
 * the hashes, are those of the first one, which nothing here verifies.
 */
export async function copyCustomer(database_url: string, original: string, copies: number): Promise<void> {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  try {
    await client.query(MIX)
    await client.query('create temp table copied (end_customer_id uuid)')
    const inserts = await insertsInOrder(database_url, client)
    for (let made = 0; made < copies; made += COPIES_AT_ONCE) {
      await client.query('begin')
      await client.query('truncate copied')
      await client.query('insert into copied select gen_random_uuid() from generate_series(1, $1::integer)', [
        Math.min(COPIES_AT_ONCE, copies - made),
      ])
      for (const { table } of inserts) await client.query(`alter table ${table} disable trigger user`)
      for (const { insert } of inserts) await client.query(insert, [original])
      for (const { table } of inserts) await client.query(`alter table ${table} enable trigger user`)
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
}

/** Another UUID for each end customer, of the same moment. */
const MIX = `
  create function pg_temp.mixed(original uuid, customer uuid) returns uuid language sql immutable as $$
    select (left(original::text, 14) || right(md5(original::text || customer::text)::uuid::text, 22))::uuid
  $$
`

type Insert = { readonly table: string; readonly insert: string }

/** Of the tables that have rows of it. */
async function insertsInOrder(database_url: string, client: Client): Promise<readonly Insert[]> {
  const pool = await openPool(database_url, { pool_size: 1, statement_timeout_ms: 60_000 })
  const tables = await listTablesInOrder(pool).finally(() => pool.end())
  const { rows } = await client.query<{ table: string; columns: string; values: string }>(COLUMNS, [tables])
  return rows.map(({ table, columns, values }) => ({
    table,
    insert: `
      insert into ${table} (end_customer_id, ${columns})
      select copied.end_customer_id, ${values}
      from copied cross join ${table} original
      where original.end_customer_id = $1
    `,
  }))
}

const COLUMNS = `
  select "table", string_agg(quote_ident(attname), ', ' order by attnum) as columns,
    string_agg(
      case when atttypid = 'uuid'::regtype then 'pg_temp.mixed(original.' || quote_ident(attname) || ', copied.end_customer_id)'
      else 'original.' || quote_ident(attname) end,
      ', ' order by attnum
    ) as values
  from unnest($1::text[]) with ordinality as listed ("table", place)
  join pg_attribute on attrelid = "table"::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  where attname <> 'end_customer_id'
    and exists (select from pg_attribute where attrelid = "table"::regclass and attname = 'end_customer_id')
  group by "table", place
  order by place
`
