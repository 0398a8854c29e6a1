import type { PaymentQuery, SettlementCandidateQuery } from '../../shared/contract/bank/payments.ts'
import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { AllocationHandoffQuery, PaymentAllocationQuery } from '../../shared/contract/settlement/allocations.ts'
import type { SettlementQuery } from '../../shared/contract/settlement/settlements.ts'
import { type Kind, uuidOf } from '../../shared/process/ids.ts'
import { findPayment, listPayments } from '../../shared/store/bank/payments.ts'
import { findCandidate, listCandidates } from '../../shared/store/bank/settlement-candidates.ts'
import { findOpenItem } from '../../shared/store/open-items/open-items.ts'
import { findHandoff, listHandoffs } from '../../shared/store/settlement/allocation-handoffs.ts'
import { findAllocation, listAllocations } from '../../shared/store/settlement/allocations.ts'
import { listSettlements } from '../../shared/store/settlement/settlements.ts'
import { visibleTo } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, presentPage } from '../http/page.ts'
import {
  presentAllocation,
  presentCandidate,
  presentHandoff,
  presentPayment,
  presentSettlement,
} from './present-payments.ts'

/** The id of a filter: a text that is no such id finds nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
const filterOf = (kind: Kind, id: string | undefined) => (id === undefined ? null : (uuidOf(kind, id) ?? NOBODY))

export async function readPayments({ pool }: ApiDeps, { query }: ReadRequest<PaymentQuery>) {
  const { end_customer_id, open: is_open = null, limit = 100 } = query
  const import_uuid = filterOf('camt053_import', query.import_id)
  const after = cursorOf('payment', query.starting_after)
  const rows = await listPayments(pool, { end_customer_id, is_open, import_uuid, limit }, after)
  return presentPage('payment_list', rows, limit, presentPayment)
}

export async function readPayment({ pool }: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const id = uuidOf('payment', params.payment_id ?? '')
  const payment = id && (await findPayment(pool, id, visibleTo(caller, query.end_customer_id)))
  if (!payment) throw new ApiError('not_found', 'There is no such payment.')
  return presentPayment(payment)
}

export async function readCandidates({ pool }: ApiDeps, { query }: ReadRequest<SettlementCandidateQuery>) {
  const { end_customer_id, state = 'open', target_type = null, limit = 100 } = query
  const payment_uuid = filterOf('payment', query.payment_id)
  const import_uuid = filterOf('camt053_import', query.import_id)
  const after = cursorOf('settlement_candidate', query.starting_after)
  const filter = { end_customer_id, state, target_type, payment_uuid, import_uuid, limit }
  return presentPage('settlement_candidate_list', await listCandidates(pool, filter, after), limit, presentCandidate)
}

export async function readCandidate({ pool }: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const id = uuidOf('settlement_candidate', params.candidate_id ?? '')
  const candidate = id && (await findCandidate(pool, id, visibleTo(caller, query.end_customer_id)))
  if (!candidate) throw new ApiError('not_found', 'There is no such settlement candidate.')
  return presentCandidate(candidate)
}

export async function readAllocations({ pool }: ApiDeps, { query }: ReadRequest<PaymentAllocationQuery>) {
  const { end_customer_id, state = null, limit = 100 } = query
  const payment_uuid = filterOf('payment', query.payment_id)
  const document_uuid = filterOf('document', query.document_id)
  const after = cursorOf('payment_allocation', query.starting_after)
  const rows = await listAllocations(pool, { end_customer_id, payment_uuid, document_uuid, state, limit }, after)
  return presentPage('payment_allocation_list', rows, limit, presentAllocation)
}

export async function readAllocation({ pool }: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const id = uuidOf('payment_allocation', params.allocation_id ?? '')
  const allocation = id && (await findAllocation(pool, id, visibleTo(caller, query.end_customer_id)))
  if (!allocation) throw new ApiError('not_found', 'There is no such allocation.')
  return presentAllocation(allocation)
}

/** What has been paid on one payable. */
export async function readSettlements({ pool }: ApiDeps, { caller, query, params }: ReadRequest<SettlementQuery>) {
  const { limit = 100 } = query
  const visible = visibleTo(caller, query.end_customer_id)
  const id = uuidOf('supplier_payable', params.supplier_payable_id ?? '')
  const payable = id && (await findOpenItem(pool, 'supplier_payable', id, visible))
  if (!id || !payable) throw new ApiError('not_found', 'There is no such supplier payable.')
  const after = cursorOf('supplier_payable_settlement', query.starting_after)
  const rows = await listSettlements(pool, id, visible, after, limit)
  return presentPage('supplier_payable_settlement_list', rows, limit, presentSettlement)
}

/** What reviewers have proposed for a candidate, and which allocation followed. */
export async function readHandoffs({ pool }: ApiDeps, { caller, query, params }: ReadRequest<AllocationHandoffQuery>) {
  const { limit = 100 } = query
  const visible = visibleTo(caller, query.end_customer_id)
  const id = uuidOf('settlement_candidate', params.candidate_id ?? '')
  const candidate = id && (await findCandidate(pool, id, visible))
  if (!id || !candidate) throw new ApiError('not_found', 'There is no such settlement candidate.')
  const after = cursorOf('allocation_handoff', query.starting_after)
  const rows = await listHandoffs(pool, id, visible, after, limit)
  return presentPage('allocation_handoff_list', rows, limit, presentHandoff)
}

export async function readHandoff({ pool }: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const id = uuidOf('allocation_handoff', params.handoff_id ?? '')
  const handoff = id && (await findHandoff(pool, id, visibleTo(caller, query.end_customer_id)))
  if (!handoff) throw new ApiError('not_found', 'There is no such allocation handoff.')
  return presentHandoff(handoff)
}
