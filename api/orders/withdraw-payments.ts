import { isWithTheBank } from '../../shared/accounting/orders/rejected-payments.ts'
import type { PaymentOrderWithdrawal } from '../../shared/contract/orders/payment-orders.ts'
import { ApiError, type ErrorDetail, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { PaymentOrderLine } from '../../shared/store/orders/payment-orders.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { givePaymentsUp } from './give-payments-up.ts'
import { lockOrder } from './lock-order.ts'

/**
 * Takes an order back that was never sent, or some of its payments that the bank does not make. Their payables are free again. One that the bank
 * has by its own report is paid by it, unless the caller knows that it was cancelled there: a second order would pay it twice.
 */
export async function withdrawPayments(tx: Tx, deps: ApiDeps, request: MutatingRequest<PaymentOrderWithdrawal>) {
  const { body, caller, end_customer_id, params } = request
  const locked = await lockOrder(tx, end_customer_id, params.payment_order_id)
  const { lines } = locked
  const given_up = body.end_to_end_ids ? named(lines, body.end_to_end_ids) : wholeOrder(lines)
  if (body.cancelled_by_bank !== true) requireUnsent(given_up, body.end_to_end_ids)
  const freed = given_up.map(({ end_to_end_id }) => ({
    end_to_end_id,
    state: 'withdrawn' as const,
    reason: body.reason,
  }))
  const event_type = 'payment_order.withdrawn'
  return { body: await givePaymentsUp(tx, deps, locked, { freed, actor_id: caller.key_id, event_type }) }
}

/** @throws ApiError state_conflict for an order of which something is paid, so it was sent, or nothing is left */
function wholeOrder(lines: readonly PaymentOrderLine[]): PaymentOrderLine[] {
  const paid = lines.filter(({ state }) => state === 'paid')
  if (paid.length > 0) {
    const ids = paid.slice(0, 5).map(({ end_to_end_id }) => end_to_end_id)
    throw conflict(
      '/end_to_end_ids',
      'already_paid',
      `${paid.length} of its payments are paid (${ids.join(', ')}). Name those that are withdrawn in end_to_end_ids.`,
    )
  }
  const ordered = lines.filter((line) => line.state === 'ordered' || isHeld(line))
  if (ordered.length > 0) return ordered
  throw conflict('/state', 'already_withdrawn', 'None of its payments is ordered any more.')
}

/** It is withdrawn already, and the bank has it all the same: its payable waits for another word. */
function isHeld({ state, sent_all_the_same }: PaymentOrderLine): boolean {
  return state === 'withdrawn' && sent_all_the_same
}

/** @throws ApiError validation_failed for unknown payments, state_conflict for those that are not ordered any more */
function named(lines: readonly PaymentOrderLine[], end_to_end_ids: readonly string[]): PaymentOrderLine[] {
  const byId = new Map(lines.map((line) => [line.end_to_end_id, line]))
  const pointerOf = (index: number) => `/end_to_end_ids/${index}`
  const unknown = end_to_end_ids.flatMap((id, index): ErrorDetail[] =>
    byId.has(id)
      ? []
      : [{ pointer: pointerOf(index), code: 'not_found', message: `No payment of this order is called ${id}.` }],
  )
  if (unknown.length > 0) throw validationFailed(unknown)
  const found = end_to_end_ids.flatMap((id) => byId.get(id) ?? [])
  for (const [index, line] of found.entries()) {
    const { end_to_end_id, state } = line
    const code = state === 'paid' ? 'already_paid' : 'already_withdrawn'
    if (state !== 'ordered' && !isHeld(line))
      throw conflict(pointerOf(index), code, `${end_to_end_id} is ${state}, not ordered.`)
  }
  return [...new Set(found)]
}

/** @throws ApiError state_conflict with each payment that the bank has, by a report of it */
function requireUnsent(given_up: readonly PaymentOrderLine[], end_to_end_ids: readonly string[] | undefined): void {
  const details = given_up.flatMap(({ end_to_end_id, bank_status }): ErrorDetail[] => {
    if (!isWithTheBank(bank_status)) return []
    const pointer = end_to_end_ids ? `/end_to_end_ids/${end_to_end_ids.indexOf(end_to_end_id)}` : '/end_to_end_ids'
    const message = `The bank has ${end_to_end_id}: a report of it (pain.002) says ${bank_status}, so it will pay it. Send its report once it has rejected or cancelled it (RJCT, CANC), or settle the payable with its debit. If it has told you otherwise that it does not make the payment, send cancelled_by_bank.`
    return [{ pointer, code: 'already_sent', message }]
  })
  const [first] = details
  if (!first) return
  const more = details.length > 1 ? ` There are ${details.length} such payments; see details.` : ''
  throw new ApiError('state_conflict', `${first.message}${more}`, details)
}

function conflict(pointer: string, code: ErrorDetail['code'], message: string): ApiError {
  return new ApiError('state_conflict', message, [{ pointer, code, message }])
}
