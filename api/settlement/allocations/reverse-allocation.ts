import type { ReversalRequest } from '../../../shared/contract/facts/source-facts.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { publicId } from '../../../shared/process/ids.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { findVouchersOnItem } from '../../../shared/store/open-items/open-items-of-facts.ts'
import {
  type AllocationRow,
  findAllocation,
  findOtherAllocations,
} from '../../../shared/store/settlement/allocations.ts'
import { releaseAllocation } from '../../../shared/store/settlement/change-allocations.ts'
import { findDoubtedAllocation } from '../../../shared/store/settlement/doubts/doubted-allocations.ts'
import { givenBackByAllocation } from '../../../shared/store/settlement/given-back.ts'
import { lockSubjects } from '../../../shared/store/settlement/lock-subjects.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { findSubjectOfCustomer } from '../../http/subject.ts'
import { giveUpDraft } from '../give-up-draft.ts'
import { presentAfter } from '../present-after.ts'
import { requestReversal, requireReversible } from '../request-reversal.ts'
import { requireUnusedLines } from '../require-unused.ts'
import { requireRoom, requireWorth } from '../require-worth.ts'
import { presentAllocation } from './present-allocation.ts'

/**
 * Undoes an allocation. A draft is cancelled at once and books nothing; a posted one is reversed by the worker. The
 * allocation that booked the payment is reversed last, because the others live on its customer credit.
 */
export async function reverseAllocation(tx: Tx, deps: ApiDeps, request: MutatingRequest<ReversalRequest>) {
  const { end_customer_id, params } = request
  // The ledger first: while it is held, no worker posts the allocation.
  await lockLedgers(tx, [end_customer_id])
  const allocation = await findSubjectOfCustomer('payment_allocation', params.allocation_id, (uuid) =>
    findAllocation(tx, uuid, [end_customer_id]),
  )
  const { allocation_id: id } = allocation
  const locked = await lockSubjects(tx, end_customer_id, [id])
  const given = givenBackByAllocation(allocation)
  if (allocation.state !== 'reversed') await requireWorth(tx, end_customer_id, given)
  if (allocation.state === 'draft') {
    const draft = { end_customer_id, subject_type: 'payment_allocation', subject_id: id } as const
    const release = () => releaseAllocation(tx, allocation, null)
    await giveUpDraft(tx, deps, draft, locked, { given, release, event_type: 'allocation.reversed' })
  } else {
    requireReversible('allocation', allocation.state, allocation.intents)
    await requireLast(tx, allocation)
    await requireRoom(tx, end_customer_id, given)
    await requireUnusedLines(tx, { end_customer_id, subject_id: id })
    await requestReversal(tx, deps, request, 'allocation_reversal', { end_customer_id, subject_id: id })
  }
  return presentAfter(tx, deps, (db) => findDoubtedAllocation(db, id, [end_customer_id]), presentAllocation)
}

async function requireLast(tx: Tx, allocation: AllocationRow): Promise<void> {
  const { end_customer_id, credit_item_id, credit_base_minor } = allocation
  if (credit_base_minor !== null || credit_item_id === null) return
  const others = await findOtherAllocations(tx, allocation)
  const vouchers = await findVouchersOnItem(tx, end_customer_id, credit_item_id)
  if (others.length + vouchers.length === 0) return
  const ids = [
    ...others.map((other) => publicId('payment_allocation', other)),
    ...vouchers.map((voucher) => publicId('source_fact', voucher)),
  ]
  const message = `This allocation booked the payment; reverse first those that use its credit: ${ids.join(', ')}.`
  throw new ApiError('state_conflict', message, [{ pointer: '/state', code: 'in_use', message }])
}
