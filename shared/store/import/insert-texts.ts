import { InvalidInputError } from 'slonik'
import { type Db, row, sql, type Tx } from '../db/database.ts'
import type { Fragment } from '../db/filters.ts'

/** The columns of a table as this database has them. */
export function columnsOf(db: Db, table: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ name: string }>())`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by attnum
  `)
}

export function identifiers(names: readonly string[]): Fragment {
  const columns = names.map((name) => sql.identifier([name]))
  return sql.fragment`${sql.join(columns, sql.fragment`, `)}`
}

/**
 * Inserts rows that are JSON texts, so that no integer is rounded on the way.
 *
 * @param unless such as on conflict do nothing
 * @param beside members that are no columns, and are kept elsewhere
 * @throws Error with one sentence where a row has something for which there is no column: it would be lost
 */
export async function insertTexts(
  tx: Tx,
  table: string,
  texts: readonly string[],
  unless: Fragment = sql.fragment``,
  beside: readonly string[] = [],
): Promise<void> {
  const into = sql.identifier([table])
  const names = await columnsOf(tx, table)
  const columns = identifiers(names)
  const unknown = await tx.maybeOneFirst(sql.type(row<{ member: string }>())`
    with given as materialized (
      select ${arrayOf(texts)}::jsonb as all_rows
    ), inserted as (
      insert into ${into} (${columns})
      select ${columns} from given cross join lateral jsonb_populate_recordset(null::${into}, all_rows)
      ${unless}
    )
    select member
    from given cross join lateral jsonb_array_elements(all_rows) its (members)
    cross join lateral jsonb_object_keys(members) member
    where member <> all(${sql.array([...names, ...beside], 'text')})
    limit 1
  `)
  if (unknown !== null) throw unknownMember(table, unknown)
}

export function unknownMember(table: string, member: string): Error {
  return new Error(
    `A row of ${table} has "${member}", for which its release has no column. Nothing was imported, as that would be lost.`,
  )
}

/** Whether the database could not read a text as JSON, or a value of it as its column has it. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof InvalidInputError
}

export function arrayOf(texts: readonly string[]): string {
  return `[${texts.join(',')}]`
}
