import { type Database, DatabaseAway, type Places } from '../../../shared/databases/databases.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { Accept, BatchRequest, RejectedItem } from '../../http/endpoint.ts'
import type { BatchItem } from '../read-batch-item.ts'

/** A batch whose end customers do not all live at home says where they do. */
export type PlacedBatch = BatchRequest<BatchItem> & { readonly places?: Places }

/** Places are asked for, and claimed for those who are new, before the batch has its transaction at home: the query needs a connection there. */
export function withPlaces(accept: Accept<PlacedBatch>): Accept<BatchRequest<BatchItem>> {
  return async (deps, request) => {
    const { databases } = deps
    const places = await databases.forWriteEach(customersOf(request.body))
    const isHome = [...places.values()].every((place) => place === databases.home)
    return accept(deps, isHome ? request : { ...request, places })
  }
}

/** Each once. */
export function customersOf(items: readonly (BatchItem | RejectedItem)[]): readonly string[] {
  return [...new Set(items.flatMap((item) => ('row' in item ? [item.row.end_customer_id] : [])))]
}

/** The items of one database, and what works there. */
type BatchPart = { readonly deps: ApiDeps; readonly is_home: boolean; readonly facts: readonly BatchItem[] }

/**
 * In the order of the names of the databases.
 *
 * @throws DatabaseAway where the books of one of the end customers are
 */
export function partsByPlace(deps: ApiDeps, places: Places, facts: readonly BatchItem[]): readonly BatchPart[] {
  const parts = new Map<Database, BatchItem[]>()
  for (const fact of facts) {
    const place = places.get(fact.row.end_customer_id) ?? deps.databases.home
    if (place instanceof DatabaseAway) throw place
    const part = parts.get(place)
    if (part) part.push(fact)
    else parts.set(place, [fact])
  }
  return [...parts]
    .sort(([one], [other]) => (one.name < other.name ? -1 : 1))
    .map(([database, facts]) => ({ deps: deps.apiDepsIn(database), is_home: database.is_home, facts }))
}
