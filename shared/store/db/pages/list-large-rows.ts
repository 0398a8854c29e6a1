import { type Db, row, sql } from '../database.ts'
import type { Fragment } from '../filters.ts'
import { PAGE_BYTES, type Page } from './list-page.ts'

type PageOfIds = { readonly ids: readonly string[]; readonly has_more: boolean }

/**
 * A page of rows of which one alone may have megabytes. `listPage` writes all rows that a page might have before it knows
 * where the page ends: five hundred bank entries of ten megabytes each. Here the size of a row is looked at only when those
 * before it leave room, one after the other.
 *
 * @param ids for the ids of one row more than the limit, in the order of the page
 * @param sizeOf what the row of an id has, in bytes
 * @param read the rows of some ids, in the order of the page
 */
export async function listLargeRows<Row>(
  db: Db,
  limit: number,
  ids: Fragment,
  sizeOf: (id: Fragment) => Fragment,
  read: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const page = await db.one(sql.type(row<PageOfIds>())`
    with recursive listed (ids) as materialized (
      select array(${ids})
    ), page (place, bytes_before) as (
      select 0, 0::bigint
      union all
      select place + 1, bytes_before + (${sizeOf(sql.fragment`ids[place + 1]`)})
      from page cross join listed
      where place < least(cardinality(ids), ${limit}::integer) and bytes_before < ${PAGE_BYTES}
    )
    select ids[1:places] as ids, cardinality(ids) > places as has_more
    from listed cross join (select max(place) as places from page) counted
  `)
  return { rows: page.ids.length > 0 ? await read(page.ids) : [], has_more: page.has_more }
}
