import { DatabaseAway } from '../../../shared/databases/databases.ts'
import type { Page } from '../../../shared/store/db/pages/list-page.ts'
import {
  type EndCustomerFilter,
  type ListedEndCustomerRow,
  listEndCustomers,
  type PlaceOfCustomer,
  sortEndCustomers,
} from '../../../shared/store/setup/list-end-customers.ts'
import type { ApiDeps } from '../../http/api-deps.ts'

/**
 * A page over all databases: that of each, merged in the order of the list.
 *
 * @throws DatabaseAway where one is: a list without its end customers would say that there are none
 */
export async function listEverywhere(
  { databases, apiDepsIn }: ApiDeps,
  filter: EndCustomerFilter,
  after: PlaceOfCustomer | null,
): Promise<Page<ListedEndCustomerRow>> {
  const [away] = databases.away()
  if (away !== undefined) throw new DatabaseAway(away)
  const pages = await Promise.all(
    databases.all().map((database) => listEndCustomers(apiDepsIn(database).pool, filter, after)),
  )
  const [only] = pages
  if (only !== undefined && pages.length === 1) return only
  // One that has just moved may be in two of them.
  const rows = new Map(pages.flatMap((page) => page.rows.map((row) => [row.end_customer_id, row] as const)))
  const sorted = await sortEndCustomers(apiDepsIn(databases.home).pool, filter.order, [...rows.values()])
  return merge(pages, rows, sorted, filter)
}

/** What comes behind the last row of a page is not known where that page goes on, so the merged one ends there. */
function merge(
  pages: readonly Page<ListedEndCustomerRow>[],
  rows: ReadonlyMap<string, ListedEndCustomerRow>,
  sorted: readonly string[],
  { limit }: EndCustomerFilter,
): Page<ListedEndCustomerRow> {
  const ends = new Set(pages.flatMap(({ has_more, rows }) => (has_more ? (rows.at(-1)?.end_customer_id ?? []) : [])))
  const known = sorted.findIndex((id) => ends.has(id))
  const size = Math.min(limit, known < 0 ? sorted.length : known + 1)
  return {
    rows: sorted.slice(0, size).flatMap((id) => rows.get(id) ?? []),
    has_more: ends.size > 0 || sorted.length > size,
  }
}
