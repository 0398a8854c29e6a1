import type { SettlementCandidateQuery } from '../../shared/contract/bank/payments.ts'
import { listCandidates } from '../../shared/store/bank/candidates/settlement-candidates.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, filterOf, presentPage } from '../http/page.ts'
import { presentCandidate } from './present-candidate.ts'

/** Proposals of the matcher for payments and debits, with score and reasons. */
export async function readCandidates({ pool }: ApiDeps, { query }: ReadRequest<SettlementCandidateQuery>) {
  const { end_customer_id, state = 'open', target_type = null, limit = 100 } = query
  const payment_uuid = filterOf('payment', query.payment_id)
  const import_uuid = filterOf('camt053_import', query.import_id)
  const after = cursorOf('settlement_candidate', query.starting_after)
  const filter = { end_customer_id, state, target_type, payment_uuid, import_uuid, limit }
  return presentPage('settlement_candidate_list', await listCandidates(pool, filter, after), presentCandidate)
}
