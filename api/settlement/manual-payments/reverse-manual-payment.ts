import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { ManualPaymentReversal } from '../../../shared/contract/settlement/manual-payments.ts'
import { nowAsTimestamp } from '../../../shared/process/clock.ts'
import { newUuid, publicId } from '../../../shared/process/ids.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { appendEvents, plainEvent } from '../../../shared/store/platform/events.ts'
import { insertIntent, saveIntentOutcomes } from '../../../shared/store/settlement/intents.ts'
import {
  findManualPayment,
  lockManualPayment,
  type ManualPaymentRow,
  reverseManualPayment,
} from '../../../shared/store/settlement/manual-payments.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { findSubjectOfCustomer } from '../../http/subject.ts'
import { presentManualPayment } from './present-manual-payment.ts'
import { keepManualPayment } from './record-manual-payment.ts'

/**
 * Takes a manual payment back, with a correction in its place where there is one. It was never booked, so the intent is
 * executed at once, and not by the worker.
 */
export async function reverseManualPaymentCommand(tx: Tx, _: ApiDeps, request: MutatingRequest<ManualPaymentReversal>) {
  const { body, caller, end_customer_id, params, request_id } = request
  const { manual_payment_id, state } = await findSubjectOfCustomer('manual_payment', params.payment_id, (id) =>
    lockManualPayment(tx, end_customer_id, id),
  )
  requireRecorded(state)
  const { reason, correction } = body
  const pointer = '/correction/amount/amount_minor'
  const corrected = correction ? await keepManualPayment(tx, request, end_customer_id, correction, pointer) : null
  await reverseManualPayment(tx, { end_customer_id, manual_payment_id }, reason, corrected)
  const { intent_id } = await insertIntent(tx, {
    end_customer_id,
    intent_id: newUuid(),
    intent_type: 'manual_payment_reversal',
    subject_id: manual_payment_id,
    request: { reason },
    actor_id: caller.key_id,
    request_id,
    created_at: nowAsTimestamp(),
  })
  const result = { correction_payment_id: corrected && publicId('manual_payment', corrected) }
  await saveIntentOutcomes(tx, [{ end_customer_id, intent_id, state: 'succeeded', blockers: [], result }])
  const subject = { end_customer_id, subject_type: 'manual_payment' } as const
  const events = [plainEvent({ ...subject, subject_id: manual_payment_id }, 'manual_payment.reversed')]
  if (corrected) events.push(plainEvent({ ...subject, subject_id: corrected }, 'manual_payment.recorded'))
  await appendEvents(tx, events)
  const reversed = (await findManualPayment(tx, manual_payment_id, [end_customer_id])) as ManualPaymentRow
  return { body: presentManualPayment(reversed) }
}

function requireRecorded(state: ManualPaymentRow['state']): void {
  if (state !== 'reversed') return
  const message = 'This manual payment is reversed already.'
  throw new ApiError('state_conflict', message, [{ pointer: '/state', code: 'already_reversed', message }])
}
