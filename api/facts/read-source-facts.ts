import type { OneQuery, SourceFactQuery } from '../../shared/contract/facts/source-facts.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { uuidOf } from '../../shared/process/ids.ts'
import { findSourceFact, listSourceFacts } from '../../shared/store/facts/source-facts.ts'
import { visibleTo } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, presentPage } from '../http/page.ts'
import { presentSourceFact } from './present-source-fact.ts'

/** Facts of an end customer, newest first. */
export async function readSourceFacts({ pool }: ApiDeps, { query }: ReadRequest<SourceFactQuery>) {
  const limit = query.limit ?? 100
  const rows = await listSourceFacts(pool, { ...query, limit }, cursorOf('source_fact', query.starting_after))
  return presentPage('source_fact_list', rows, limit, presentSourceFact)
}

/** One fact: its state, its blockers and its entry. */
export async function readSourceFact({ pool }: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const id = uuidOf('source_fact', params.source_fact_id ?? '')
  const fact = id && (await findSourceFact(pool, id, visibleTo(caller, query.end_customer_id)))
  if (!fact) throw new ApiError('not_found', 'There is no such source fact.')
  return presentSourceFact(fact)
}
