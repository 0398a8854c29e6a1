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

/** For people: what is wrong with which document, and what to do. Its own page has the rest, such as its hashes. */
export async function readSourceFactsPage(deps: ApiDeps, request: ReadRequest<SourceFactQuery>) {
  const { data, ...list } = await readSourceFacts(deps, request)
  return { ...list, data: data.map(inOrderOfPage) }
}

function inOrderOfPage(fact: ReturnType<typeof presentSourceFact>) {
  const { object, id, end_customer_id, external_reference, state, partner_name, amount, blockers, warnings } = fact
  const { business_date, fact_type, journal_entry_id, superseded_by, source_system } = fact
  const subject = { state, partner_name, amount, business_date, blockers, warnings }
  return {
    object,
    ...subject,
    external_reference,
    fact_type,
    id,
    journal_entry_id,
    superseded_by,
    end_customer_id,
    source_system,
  }
}
