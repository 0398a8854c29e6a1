import type { SettlementCandidateQuery } from '../../shared/contract/bank/payments.ts'
import { findNamesOfCandidates } from '../../shared/store/bank/candidates/names-of-candidates.ts'
import { listCandidates } from '../../shared/store/bank/candidates/settlement-candidates.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, filterOf, presentPage } from '../http/page.ts'
import { presentCandidate } from './present-candidate.ts'

/** Proposals of the matcher for payments and debits, with score and reasons. */
export async function readCandidates(deps: ApiDeps, request: ReadRequest<SettlementCandidateQuery>) {
  return presentPage('settlement_candidate_list', await findCandidates(deps, request), presentCandidate)
}

/** For people: with the names of the payer and of the partner, and the number of the document. */
export async function readCandidatesPage(deps: ApiDeps, request: ReadRequest<SettlementCandidateQuery>) {
  const page = await findCandidates(deps, request)
  const names = await findNamesOfCandidates(deps.pool, request.query.end_customer_id, page.rows)
  return presentPage('settlement_candidate_list', page, (candidate) => {
    const { candidate_id: _, ...named } = names.get(candidate.candidate_id) ?? { candidate_id: '' }
    return { ...presentCandidate(candidate), ...named }
  })
}

function findCandidates({ pool }: ApiDeps, { query }: ReadRequest<SettlementCandidateQuery>) {
  const { end_customer_id, state = 'open', target_type = null, limit = 100 } = query
  const payment_uuid = filterOf('payment', query.payment_id)
  const import_uuid = filterOf('camt053_import', query.import_id)
  const after = cursorOf('settlement_candidate', query.starting_after)
  return listCandidates(pool, { end_customer_id, state, target_type, payment_uuid, import_uuid, limit }, after)
}
