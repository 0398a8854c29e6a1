import { MOST_PAYMENTS, type PaymentOrderRequest } from '../../shared/contract/orders/payment-order-request.ts'
import type { DetailCode } from '../../shared/contract/platform/detail-codes.ts'
import { ApiError, type ErrorDetail, validationFailed } from '../../shared/contract/platform/errors.ts'
import { publicId, uuidOf } from '../../shared/process/ids.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import {
  findPayablesToOrder,
  type LockedPayableToOrder,
  lockPayablesToOrder,
  selectPayables,
} from '../../shared/store/orders/payables-to-order.ts'
import { requireUsedIbans } from './planning/require-used-ibans.ts'

/** With its place in the request. */
export type PointedPayable = LockedPayableToOrder & { readonly pointer: string; readonly public_id: string }

/** What is to be ordered, and what a selection has found and leaves out. */
type FoundPayables = {
  readonly found: readonly PointedPayable[]
  readonly left_out: readonly LeftOut[]
}
export type LeftOut = { readonly supplier_payable_id: string } & Pick<ErrorDetail, 'code' | 'message'>

type PlaceInRequest = { readonly id: string; readonly pointer: string }

/**
 * The payables of an order, locked, in the order of the request or of the days on which they are due.
 *
 * @throws ApiError validation_failed for those that are unknown; state_conflict for those that are in an order already,
 *   or of which nothing is to be paid
 */
export async function lockPayables(
  tx: Tx,
  end_customer_id: string,
  request: PaymentOrderRequest,
): Promise<FoundPayables> {
  const payables = await pointedPayables(tx, end_customer_id, request, lockPayablesToOrder)
  if (request.payables || payables.every(isLeftOut)) requirePayable(payables)
  return request.payables ? { found: payables, left_out: [] } : withoutConflicts(payables)
}

/** The same as they are at this moment. Of those that are named it finds each, whatever stands against their order. */
export async function findPayables(
  tx: Tx,
  end_customer_id: string,
  request: PaymentOrderRequest,
): Promise<FoundPayables> {
  const payables = await pointedPayables(tx, end_customer_id, request, findPayablesToOrder)
  return request.payables ? { found: payables, left_out: [] } : withoutConflicts(payables)
}

function isLeftOut(payable: PointedPayable): boolean {
  return conflictOf(payable) !== null
}

function withoutConflicts(payables: readonly PointedPayable[]): FoundPayables {
  const left_out = payables.flatMap((payable) => {
    const conflict = conflictOf(payable)
    return conflict ? [{ supplier_payable_id: payable.public_id, code: conflict.code, message: conflict.message }] : []
  })
  return { found: payables.filter((payable) => !isLeftOut(payable)), left_out }
}

async function pointedPayables(
  tx: Tx,
  end_customer_id: string,
  request: PaymentOrderRequest,
  find: typeof lockPayablesToOrder,
): Promise<readonly PointedPayable[]> {
  const { payables, select, accepted_debits = [] } = request
  const named = payables ? namedOf(payables) : await selected(tx, end_customer_id, select ?? {})
  const ids = named.map(({ id }) => id)
  const byId = new Map((await find(tx, end_customer_id, ids)).map((payable) => [payable.supplier_payable_id, payable]))
  const unknown = named.filter(({ id }) => !byId.has(id))
  if (unknown.length > 0) throw validationFailed(unknown.map(({ pointer }) => notFound(pointer)))
  requireUsedIbans([...byId.values()], request)
  return named.flatMap(({ id, pointer }) => {
    const payable = byId.get(id)
    if (!payable) return []
    const notified_by = payable.notified_by.filter((told) => !accepted_debits.includes(told))
    return [{ ...payable, notified_by, pointer, public_id: publicId('supplier_payable', id) }]
  })
}

/** Texts that are no ids of payables are unknown. */
function namedOf(ids: readonly string[]): PlaceInRequest[] {
  const named = ids.map((text, index) => ({ id: uuidOf('supplier_payable', text), pointer: `/payables/${index}` }))
  const details = named.flatMap(({ id, pointer }, index): ErrorDetail[] => {
    if (id === null) return [notFound(pointer)]
    if (named.findIndex((other) => other.id === id) === index) return []
    return [{ pointer, code: 'duplicate', message: 'An order pays each payable once. Name it once.' }]
  })
  if (details.length > 0) throw validationFailed(details)
  return named.map(({ id, pointer }) => ({ id: id ?? '', pointer }))
}

async function selected(
  tx: Tx,
  end_customer_id: string,
  select: NonNullable<PaymentOrderRequest['select']>,
): Promise<PlaceInRequest[]> {
  const ids = await selectPayables(tx, end_customer_id, select, MOST_PAYMENTS + 1)
  if (ids.length > MOST_PAYMENTS)
    throw selectionFailed('too_many', `More than ${MOST_PAYMENTS} payables fit. Select fewer, by day or by supplier.`)
  if (ids.length === 0) throw selectionFailed('nothing_open', 'No invoice that fits is open and in no order.')
  return ids.map((id) => ({ id, pointer: '/select' }))
}

function requirePayable(payables: readonly PointedPayable[]): void {
  const conflicts = payables.flatMap((payable) => conflictOf(payable) ?? [])
  const [first] = conflicts
  if (!first) return
  const more = conflicts.length > 1 ? ` There are ${conflicts.length} such payables; see details.` : ''
  throw new ApiError('state_conflict', `${first.pointer}: ${first.message}${more}`, conflicts)
}

/** Why a payable cannot be ordered; null where it can. */
export function conflictOf(payable: PointedPayable): ErrorDetail | null {
  const {
    ordered,
    is_debited,
    notified_by,
    sent_all_the_same,
    pointer,
    public_id,
    is_being_reversed,
    kind,
    open_amount_minor,
  } = payable
  if (ordered !== null) {
    const order = publicId('payment_order', ordered.payment_order_id)
    const message = `${public_id} is in payment order ${order} already, as ${ordered.end_to_end_id}. Withdraw it there first.`
    return { pointer, code: 'already_ordered', message }
  }
  if (is_debited) {
    const message = `A debit of the bank has paid ${public_id} by an order. Settle the payable with it, as settlement-candidates proposes; where something else has booked the debit, reverse that first.`
    return { pointer, code: 'already_debited', message }
  }
  const [notified] = notified_by
  if (notified !== undefined) {
    const message = `The bank tells by ${notified}, a notification (camt.054) or a bank entry that is pending, that it pays ${public_id} by an order. Import the bank statement with its debit, and settle the payable with that; or send ${notified} in accepted_debits if the bank has told you otherwise.`
    return { pointer, code: 'already_debited', message }
  }
  if (sent_all_the_same !== null) {
    const { payment_order_id, end_to_end_id, bank_status } = sent_all_the_same
    const message = `${end_to_end_id}, which was to pay ${public_id}, is withdrawn from payment order ${publicId('payment_order', payment_order_id)}, and the bank has it all the same: a report of it (pain.002) says ${bank_status}. Send its report once it has rejected or cancelled it (RJCT, CANC), or settle the payable with its debit. If it has told you otherwise that it does not make the payment, withdraw it once more with cancelled_by_bank.`
    return { pointer, code: 'already_sent', message }
  }
  if (is_being_reversed)
    return { pointer, code: 'being_reversed', message: `The reversal of ${public_id} is under way.` }
  if (kind === 'payable' && open_amount_minor > 0n) return null
  return { pointer, code: 'nothing_open', message: `Of ${public_id} nothing is to be paid.` }
}

function notFound(pointer: string): ErrorDetail {
  return { pointer, code: 'not_found', message: 'There is no such supplier payable for this end customer.' }
}

function selectionFailed(code: DetailCode, message: string): ApiError {
  return validationFailed([{ pointer: '/select', code, message }])
}
