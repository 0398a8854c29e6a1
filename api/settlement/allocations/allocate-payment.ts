import { shareOf } from '../../../shared/accounting/settlement/allocation-posting.ts'
import type { Json } from '../../../shared/canonical/canonical-json.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { AllocationRequest } from '../../../shared/contract/settlement/allocations.ts'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { newUuid, uuidOf } from '../../../shared/process/ids.ts'
import { lockPayment, type PaymentRow } from '../../../shared/store/bank/payments.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { type LockedReceivable, lockReceivables } from '../../../shared/store/open-items/locked-open-items.ts'
import { linkHandoff } from '../../../shared/store/settlement/allocation-handoffs.ts'
import {
  type AllocationRow,
  findAllocation,
  isBookingBeingReversed,
} from '../../../shared/store/settlement/allocations.ts'
import { insertAllocation, type NewAllocationLine } from '../../../shared/store/settlement/change-allocations.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { requestIntent } from '../request-reversal.ts'
import { presentAllocation } from './present-allocation.ts'

/**
 * Allocates a payment to documents. What it uses is taken out of payment and documents at once, under their locks; the
 * worker books it then.
 */
export async function allocatePayment(tx: Tx, deps: ApiDeps, request: MutatingRequest<AllocationRequest>) {
  const { body, caller, end_customer_id, request_id, body_hash } = request
  const payment = await lockedPayment(tx, end_customer_id, body.payment_id)
  const ids = body.lines.map(({ document_id }) => uuidOf('document', document_id))
  const documents = await lockReceivables(
    tx,
    end_customer_id,
    ids.filter((id) => id !== null),
  )
  const byId = new Map(documents.map((document) => [document.document_id, document]))
  const details = mistakes(body, payment, ids, byId)
  if (details.length > 0) throw validationFailed(details)
  const lines = body.lines.map(({ amount }, index) => lineOf(BigInt(amount.amount_minor), byId.get(ids[index] ?? '')))
  const allocation_id = newUuid()
  await insertAllocation(tx, {
    end_customer_id,
    allocation_id,
    payment_id: payment.payment_id,
    posting_date: body.posting_date ?? payment.booking_date ?? payment.created_at.slice(0, 10),
    currency: payment.currency,
    amount_minor: lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0n),
    request: body as Json,
    actor_id: caller.key_id,
    request_id,
    created_at: nowAsTimestamp(),
    lines,
  })
  await linkHandoff(tx, end_customer_id, body_hash, allocation_id)
  await requestIntent(tx, deps, request, 'allocation_posting', { end_customer_id, subject_id: allocation_id })
  const current = async () => {
    const now = (await findAllocation(deps.pool, allocation_id, [end_customer_id])) as AllocationRow
    return now.intents.every(({ state }) => state !== 'pending') ? presentAllocation(now) : null
  }
  return {
    body: presentAllocation((await findAllocation(tx, allocation_id, [end_customer_id])) as AllocationRow),
    current,
  }
}

async function lockedPayment(tx: Tx, end_customer_id: string, id: string): Promise<PaymentRow> {
  if (uuidOf('manual_payment', id) !== null) {
    const message = 'A manual payment is evidence only; it cannot be allocated in this version.'
    throw validationFailed([{ pointer: '/payment_id', code: 'not_supported_in_v0_1', message }])
  }
  const uuid = uuidOf('payment', id)
  const payment = uuid && (await lockPayment(tx, end_customer_id, uuid))
  if (!payment) {
    const message = 'There is no such payment for this end customer.'
    throw validationFailed([{ pointer: '/payment_id', code: 'not_found', message }])
  }
  // What it would live on goes with the booking, whichever of the two the worker comes to first.
  if (await isBookingBeingReversed(tx, payment)) {
    const message = 'The reversal of the allocation that booked this payment is under way.'
    throw validationFailed([{ pointer: '/payment_id', code: 'being_reversed', message }])
  }
  return payment
}

function mistakes(
  { lines }: AllocationRequest,
  payment: PaymentRow,
  ids: readonly (string | null)[],
  documents: ReadonlyMap<string, LockedReceivable>,
): ErrorDetail[] {
  const details = lines.flatMap(({ amount }, index) => {
    const at = (field: string, code: DetailCode, message: string) => [
      { pointer: `/lines/${index}${field}`, code, message },
    ]
    const document = documents.get(ids[index] ?? '')
    if (!document) return at('/document_id', 'not_found', 'There is no such document for this end customer.')
    if (document.is_being_reversed)
      return at('/document_id', 'being_reversed', 'The reversal of this document is under way.')
    if (ids.indexOf(ids[index] ?? null) !== index) return at('/document_id', 'duplicate', 'Name each document once.')
    return lineMistake(amount, document, payment).flatMap(([field, code, message]) => at(field, code, message))
  })
  if (details.length > 0) return details
  const used = [...documents.values()]
  const sum = lines.reduce((total, { amount }) => total + BigInt(amount.amount_minor), 0n)
  const whole = (code: DetailCode, message: string) => [{ pointer: '/lines', code, message }]
  if (sum <= 0n) return whole('out_of_range', 'The lines must sum up to more than zero.')
  if (sum > payment.open_amount_minor)
    return whole(
      'exceeds_open_amount',
      `The lines sum up to ${sum}, of the payment ${payment.open_amount_minor} is open (minor units).`,
    )
  const partners = new Set(used.map(({ customer_reference, customer_name }) => customer_reference ?? customer_name))
  const hasCreditNote = lines.some(({ amount }) => amount.amount_minor < 0)
  if (hasCreditNote && partners.size > 1)
    return whole('several_partners', 'A credit note can be used up only with documents of the same customer.')
  return []
}

type Mistake = [field: string, code: DetailCode, message: string]

function lineMistake(
  amount: { amount_minor: number; currency: string },
  document: LockedReceivable,
  payment: PaymentRow,
): Mistake[] {
  const { open_amount_minor: open } = document
  const wanted = BigInt(amount.amount_minor)
  const other = [document.currency, payment.currency].find((currency) => currency !== amount.currency)
  if (other !== undefined)
    return [
      ['/amount/currency', 'currency_mismatch', `Line, payment and document share one currency; one is in ${other}.`],
    ]
  if (wanted === 0n) return [['/amount/amount_minor', 'out_of_range', 'The amount must not be zero.']]
  const isWithin = wanted > 0n ? wanted <= open : open < 0n && wanted >= open
  if (isWithin) return []
  const message = `The open amount of the document is ${open} (minor units); allocate no more than that.`
  return [['/amount/amount_minor', 'exceeds_open_amount', message]]
}

/** The base value that the part has in the books; the last part takes what is left. */
function lineOf(amount_minor: bigint, document: LockedReceivable | undefined): NewAllocationLine {
  const { document_id = '', open_amount_minor = 0n, base_open_amount_minor = 0n } = document ?? {}
  return {
    document_id,
    amount_minor,
    base_amount_minor: shareOf(base_open_amount_minor, amount_minor, open_amount_minor),
    open_amount_before_minor: open_amount_minor,
  }
}
