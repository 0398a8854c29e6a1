import type { OpenItemKind } from '../../shared/accounting/facts/open-item-of-fact.ts'
import { listOpenItems, type OpenItemQuery } from '../../shared/store/open-items/open-items.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import { cursorOf, filterOf, presentPage } from '../http/page.ts'
import { presentOpenItem } from './present-open-item.ts'

type PageQuery = Omit<OpenItemQuery, 'limit' | 'source_fact_id'> & {
  source_fact_id?: string
  limit?: number
  starting_after?: string
}

/** A page of open items of one side. */
export async function readPage({ pool }: ApiDeps, kind: OpenItemKind, query: PageQuery) {
  const { limit = 100, starting_after, source_fact_id, ...filters } = query
  const after = cursorOf(kind, starting_after)
  const filter = { ...filters, limit, source_fact_id: filterOf('source_fact', source_fact_id) }
  const rows = await listOpenItems(pool, kind, filter, after)
  return presentPage(`${kind}_list`, rows, limit, (row) => presentOpenItem(kind, row))
}
