import type { PaymentAllocationQuery } from '../../../shared/contract/settlement/allocations.ts'
import { listDoubtedAllocations } from '../../../shared/store/settlement/doubts/doubted-allocations.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { cursorOf, filterOf, presentPage } from '../../http/page.ts'
import { presentAllocation } from './present-allocation.ts'

/** Allocations of an end customer, oldest first. */
export async function readAllocations({ pool }: ApiDeps, { query }: ReadRequest<PaymentAllocationQuery>) {
  const { end_customer_id, state = null, limit = 100 } = query
  const payment_uuid = filterOf('payment', query.payment_id)
  const document_uuid = filterOf('document', query.document_id)
  const payable_uuid = filterOf('supplier_payable', query.supplier_payable_id)
  const after = cursorOf('payment_allocation', query.starting_after)
  const page = await listDoubtedAllocations(
    pool,
    { end_customer_id, payment_uuid, item_uuids: [document_uuid, payable_uuid], state, limit },
    after,
  )
  return presentPage('payment_allocation_list', page, presentAllocation)
}
