import { type Db, row, sql } from '../database.ts'
import type { Fragment } from '../filters.ts'

/** What a list answers with. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly has_more: boolean }

/**
 * A page ends with the row that brings it to so many bytes, as PostgreSQL writes them: a fact may have a thousand blockers, so
 * a hundred of them were 22 MB. A page of 500 ordinary rows has less than half of it.
 */
export const PAGE_BYTES = 1_000_000

/** A page, and how many bytes PostgreSQL has written for it. */
export type SizedPage<Row> = Page<Row> & { readonly bytes: number }

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
): Promise<SizedPage<Row>> {
  return pageOf(await db.any(sql.type(row<Measured<Row>>())`${measured(query, most_bytes)}`), limit)
}

export type Measured<Row> = Row & {
  readonly is_followed: boolean
  readonly bytes_before: string
  readonly bytes: number
}

/** The rows of a query as far as a page goes, for a query with a name of its own. */
export function measured(query: Fragment, most_bytes = PAGE_BYTES): Fragment {
  return sql.fragment`
    select * from (
      select listed.*, lead(true, 1, false) over () as is_followed, octet_length(listed::text) as bytes,
        coalesce(sum(octet_length(listed::text)) over (rows between unbounded preceding and 1 preceding), 0) as bytes_before
      from (${query}) listed
    ) listed
    where bytes_before < ${most_bytes}
  `
}

export function pageOf<Row extends object>(listed: readonly Measured<Row>[], limit: number): SizedPage<Row> {
  const rows = listed.slice(0, limit)
  const last = rows.at(-1)
  const bytes = last ? Number(last.bytes_before) + last.bytes : 0
  return { rows: rows.map(plain), has_more: last?.is_followed ?? false, bytes }
}

function plain<Row extends object>({ is_followed: _, bytes_before: __, bytes: ___, ...row }: Measured<Row>): Row {
  return row as unknown as Row
}
