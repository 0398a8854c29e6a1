import type { AllocationHandoffQuery } from '../../../shared/contract/settlement/handoffs.ts'
import { findCandidate } from '../../../shared/store/bank/candidates/settlement-candidates.ts'
import { listHandoffs } from '../../../shared/store/settlement/allocation-handoffs.ts'
import { visibleCustomers } from '../../http/admission/caller.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { cursorOf, presentPage } from '../../http/page.ts'
import { findSubject } from '../../http/subject.ts'
import { presentHandoff } from './present-handoff.ts'

/** The proposals of reviewers for a candidate, each with the allocation that followed. */
export async function readHandoffs({ pool }: ApiDeps, { caller, query, params }: ReadRequest<AllocationHandoffQuery>) {
  const { limit = 100 } = query
  const visible = visibleCustomers(caller, query.end_customer_id)
  const { candidate_id } = await findSubject('settlement_candidate', params.candidate_id, (id) =>
    findCandidate(pool, id, visible),
  )
  const after = cursorOf('allocation_handoff', query.starting_after)
  const page = await listHandoffs(pool, candidate_id, visible, after, limit)
  return presentPage('allocation_handoff_list', page, presentHandoff)
}
