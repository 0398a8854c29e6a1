import type { SourceFactQuery } from '../../shared/contract/facts/source-facts.ts'
import { listSourceFacts } from '../../shared/store/facts/source-facts.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, presentPage } from '../http/page.ts'
import { presentSourceFact } from './present-source-fact.ts'

/** Facts of an end customer, newest first. */
export async function readSourceFacts({ pool }: ApiDeps, { query }: ReadRequest<SourceFactQuery>) {
  const limit = query.limit ?? 100
  const page = await listSourceFacts(pool, { ...query, limit }, cursorOf('source_fact', query.starting_after))
  return presentPage('source_fact_list', page, presentSourceFact)
}
