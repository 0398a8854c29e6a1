import { type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import { publicId, uuidOf } from '../../../shared/process/ids.ts'
import { lockPayment, type PaymentRow } from '../../../shared/store/bank/payments.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { isBookingBeingReversed } from '../../../shared/store/settlement/allocations.ts'
import { noneForCustomer } from '../../http/subject.ts'

/** @throws ApiError validation_failed for a payment that there is not, or that cannot be allocated now */
export async function lockPaymentToAllocate(tx: Tx, end_customer_id: string, id: string): Promise<PaymentRow> {
  if (uuidOf('manual_payment', id) !== null)
    throw refusal('not_supported_in_v0_1', 'A manual payment is evidence only; it cannot be allocated in this version.')
  const uuid = uuidOf('payment', id)
  const payment = uuid && (await lockPayment(tx, end_customer_id, uuid))
  if (!payment) throw refusal('not_found', noneForCustomer('payment'))
  if (payment.superseded_by !== null) throw refusal('already_superseded', supersededInWords(payment))
  // The allocation would live on the customer credit that the reversal takes away, whichever the worker comes to first.
  if (await isBookingBeingReversed(tx, payment))
    throw refusal('being_reversed', 'The reversal of the allocation that booked this payment is under way.')
  return payment
}

function supersededInWords({ superseded_by, entry_id }: PaymentRow): string {
  const notification = superseded_by && publicId('camt054_entry', superseded_by)
  return `The payments of notification ${notification} stand in its place: allocate those. GET /v1/payments?entry_id=${publicId('camt053_entry', entry_id)} has them.`
}

function refusal(code: ErrorDetail['code'], message: string) {
  return validationFailed([{ pointer: '/payment_id', code, message }])
}
