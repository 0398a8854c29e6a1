import type { OpenItemSide } from '../../shared/contract/open-items/open-items.ts'
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
export async function readPage({ pool }: ApiDeps, side: OpenItemSide, query: PageQuery) {
  const { limit = 100, starting_after, source_fact_id, ...filters } = query
  const after = cursorOf(side, starting_after)
  const filter = { ...filters, limit, source_fact_id: filterOf('source_fact', source_fact_id) }
  const page = await listOpenItems(pool, side, filter, after)
  return presentPage(`${side}_list`, page, (row) => presentOpenItem(side, row))
}
