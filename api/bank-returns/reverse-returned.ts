import type { BankReturnRequest } from '../../shared/contract/bank-returns/bank-returns.ts'
import type { ReversalRequest } from '../../shared/contract/facts/source-facts.ts'
import { publicId } from '../../shared/process/ids.ts'
import {
  insertBankReturn,
  markPaymentReturned,
  type NewBankReturn,
  reserveReturned,
} from '../../shared/store/bank-returns/bank-returns.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findSettlement } from '../../shared/store/settlement/settlements.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { reverseAllocation } from '../settlement/allocations/reverse-allocation.ts'
import { reverseSettlement } from '../settlement/settlements/reverse-settlement.ts'
import type { ProposedReturn } from './find-proposed-return.ts'

const OF_RETURNED_MONEY = { cause: 'consideration_changed' } as const

/** Reverses what had booked the money, on the day on which it came back, and reserves its bank entry for that. */
export async function reverseReturned(
  tx: Tx,
  deps: ApiDeps,
  request: MutatingRequest<BankReturnRequest>,
  { back, subject }: ProposedReturn,
  returned: NewBankReturn,
): Promise<void> {
  const { reason, posting_date = back.day, cause, vat_period } = request.body
  const { end_customer_id } = request
  // Money that comes back changes what was received, on the day on which it does.
  const said = vat_period || cause ? { ...(cause && { cause }), ...(vat_period && { vat_period }) } : OF_RETURNED_MONEY
  const body: ReversalRequest = { end_customer_id, reason, posting_date, ...said }
  await reverse(tx, deps, { ...request, body }, returned)
  const { payment_id } = subject
  const marks_payment = payment_id !== null && (await markPaymentReturned(tx, returned, payment_id))
  await insertBankReturn(tx, { ...returned, marks_payment })
  await reserveReturned(tx, returned)
}

async function reverse(
  tx: Tx,
  deps: ApiDeps,
  request: MutatingRequest<ReversalRequest>,
  { end_customer_id, returned_of, subject_id }: NewBankReturn,
): Promise<void> {
  if (returned_of === 'allocation') {
    const params = { allocation_id: publicId('payment_allocation', subject_id) }
    await reverseAllocation(tx, deps, { ...request, params })
    return
  }
  const settlement = await findSettlement(tx, subject_id, [end_customer_id])
  const params = {
    settlement_id: publicId('supplier_payable_settlement', subject_id),
    supplier_payable_id: publicId('supplier_payable', settlement?.supplier_payable_id ?? ''),
  }
  await reverseSettlement(tx, deps, { ...request, params })
}
