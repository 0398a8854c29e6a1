import { type Db, row, sql } from '../database.ts'
import type { Fragment } from '../filters.ts'

/** What a list answers with. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly has_more: boolean }

/**
 * A page ends with the row that brings it to so many bytes, as PostgreSQL writes them: a fact may have a thousand blockers, so
 * a hundred of them were 22 MB. A page of 500 ordinary rows has less than half of it.
 */
export const PAGE_BYTES = 1_000_000

/**
 * The rows of a page, in the order of their query. They are measured before they leave the database, and those beyond stay
 * there. sql.md: keyset page
 *
 * @param query for one row more than the limit, which shows whether there is another page
 */
export async function listPage<Row extends object>(
  db: Db,
  query: Fragment,
  limit: number,
  most_bytes = PAGE_BYTES,
): Promise<Page<Row>> {
  const listed = await db.any(sql.type(row<Row & Measured>())`
    select * from (
      select listed.*, lead(true, 1, false) over () as is_followed,
        coalesce(sum(octet_length(listed::text)) over (rows between unbounded preceding and 1 preceding), 0) as bytes_before
      from (${query}) listed
    ) listed
    where bytes_before < ${most_bytes}
  `)
  const rows = listed.slice(0, limit)
  return { rows: rows.map(plain), has_more: rows.at(-1)?.is_followed ?? false }
}

type Measured = { readonly is_followed: boolean; readonly bytes_before: string }

function plain<Row extends object>({ is_followed: _, bytes_before: __, ...row }: Row & Measured): Row {
  return row as unknown as Row
}

/** The same of rows that are small and have been read: one beyond the limit shows whether there is another page. */
export function pageOf<Row>(rows: readonly Row[], limit: number): Page<Row> {
  return { rows: rows.slice(0, limit), has_more: rows.length > limit }
}
