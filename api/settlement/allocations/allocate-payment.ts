import { closedMinor, type DeductedSide } from '../../../shared/accounting/settlement/deductions/deduction-table.ts'
import { validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { Json } from '../../../shared/contract/schema.ts'
import { type AllocationRequest, sumOfMoney } from '../../../shared/contract/settlement/allocations.ts'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { newUuid } from '../../../shared/process/ids.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { type LockedItem, lockItemsOfSide } from '../../../shared/store/open-items/locked-open-items.ts'
import { linkHandoff } from '../../../shared/store/settlement/allocation-handoffs.ts'
import { insertAllocation, type NewAllocationLine } from '../../../shared/store/settlement/change-allocations.ts'
import { findDoubtedAllocation } from '../../../shared/store/settlement/doubts/doubted-allocations.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { findNamedByDeductions } from '../deductions/accounts-of-deductions.ts'
import { presentAfter } from '../present-after.ts'
import { requestIntent, vatPeriodAsked } from '../request-intent.ts'
import { requireLikelyPaid } from '../require-likely-paid.ts'
import { requireNoneOrdered } from '../require-not-ordered.ts'
import { withReservations } from '../reservations.ts'
import { requireRoomOnDays } from '../room/require-room-on-days.ts'
import { requireUntaxedAdvances } from '../room/require-untaxed-advances.ts'
import { deductedLines, itemsOfLines, linesOf, type NamedItems } from './allocation-lines.ts'
import { checkAllocation } from './allocation-rules.ts'
import { lockMoneyToAllocate, type MoneyToAllocate } from './money-to-allocate.ts'
import { presentAllocation } from './present-allocation.ts'

/**
 * Allocates a payment, or money on an account, to documents, or items of one side to each other. The amounts are taken out of payment and documents at once, under their locks; the
 * worker books the allocation then.
 */
export async function allocatePayment(tx: Tx, deps: ApiDeps, request: MutatingRequest<AllocationRequest>) {
  const { body, caller, end_customer_id, request_id, body_hash } = request
  const items = itemsOfLines(body)
  const { ids, side } = items
  const documents = await lockItemsOfSide(
    tx,
    end_customer_id,
    ids.filter((id) => id !== null),
    side === 'payable' ? 'supplier_payable' : 'document',
  )
  const money = await lockMoneyToAllocate(tx, end_customer_id, body, documents)
  const payment_id = money.payment?.payment_id ?? null
  const named = await findNamedByDeductions(tx, end_customer_id, money.posting_date, deductedLines(body, ids))
  const byId = new Map(documents.map((document) => [document.document_id, document]))
  const details = await withReservations(tx, end_customer_id, [...ids, payment_id], (reserved) =>
    checkAllocation(body, money, { ...items, byId, named }, reserved),
  )
  if (details.length > 0) throw validationFailed(details)
  await requireUntaxedAdvances(tx, end_customer_id, side, takenItems(body, items, byId))
  requireNoneOrdered(ids.flatMap((id, index) => orderedAt(byId.get(id ?? ''), body.lines[index], index)))
  const unlikely = body.lines.map((line, index) => ({ ...line, pointer: `/lines/${index}` }))
  await requireLikelyPaid(tx, end_customer_id, money.posting_date, unlikely)
  const lines = linesOf(body, items, byId)
  await requireRoomFor(tx, end_customer_id, { lines, money, byId, side })
  const allocation_id = newUuid()
  await insertAllocation(tx, {
    end_customer_id,
    allocation_id,
    payment_id,
    posting_date: money.posting_date,
    currency: money.currency,
    amount_minor: sumOfMoney(body.lines),
    request: body as Json,
    actor_id: caller.key_id,
    request_id,
    created_at: nowAsTimestamp(),
    lines,
  })
  await linkHandoff(tx, end_customer_id, body_hash, allocation_id)
  const subject = { end_customer_id, subject_id: allocation_id }
  await requestIntent(tx, deps, request, 'allocation_posting', subject, vatPeriodAsked(body))
  return presentAfter(tx, deps, (db) => findDoubtedAllocation(db, allocation_id, [end_customer_id]), presentAllocation)
}

function takenItems({ lines }: AllocationRequest, { ids, side }: NamedItems, byId: ReadonlyMap<string, LockedItem>) {
  const name = side === 'payable' ? 'supplier_payable_id' : 'document_id'
  return lines.map(({ amount }, index) => {
    const open_item_id = ids[index] ?? ''
    const kind = byId.get(open_item_id)?.kind ?? ''
    return { open_item_id, kind, taken_minor: BigInt(amount.amount_minor), pointer: `/lines/${index}/${name}` }
  })
}

type Allocated = {
  readonly lines: readonly NewAllocationLine[]
  readonly money: MoneyToAllocate
  readonly byId: ReadonlyMap<string, LockedItem>
  readonly side: DeductedSide
}

/** The first allocation of a payment takes it from the bank entry, a later one from the credit that it has left. */
function requireRoomFor(tx: Tx, end_customer_id: string, { lines, money, byId, side }: Allocated): Promise<void> {
  const { payment } = money
  const kind = side === 'payable' ? 'supplier_payable' : 'document'
  const items = lines.map(({ document_id: open_item_id, amount_minor: taken_minor }) => {
    const currency = byId.get(open_item_id)?.currency ?? ''
    return { open_item_id, name: [kind, open_item_id] as const, currency, taken_minor }
  })
  const taking = { day: money.posting_date, pointer: '/posting_date', items, uses: [] } as const
  if (!payment) return requireRoomOnDays(tx, end_customer_id, taking)
  const { payment_id, credit_item_id, currency } = payment
  if (payment.booked_by === null) return requireRoomOnDays(tx, end_customer_id, { ...taking, uses: money.uses })
  const open_item_id = credit_item_id ?? payment_id
  const taken_minor = -lines.reduce((sum, line) => sum + line.amount_minor, 0n)
  const credit = { open_item_id, name: ['payment', payment_id] as const, currency, taken_minor }
  return requireRoomOnDays(tx, end_customer_id, { ...taking, items: [...items, credit] })
}

function orderedAt(item: LockedItem | undefined, line: AllocationRequest['lines'][number] | undefined, index: number) {
  if (!item?.ordered || !line) return []
  const { document_id: supplier_payable_id, ...payable } = item
  const closes_minor = closedMinor('payable', BigInt(line.amount.amount_minor), line.deductions)
  const pointer = `/lines/${index}/supplier_payable_id`
  return [{ pointer, ...payable, ordered: item.ordered, supplier_payable_id, closes_minor }]
}
