import { writePain001 } from '../../shared/accounting/orders/pain001/write-pain001.ts'
import { batchesOf } from '../../shared/accounting/orders/payment-batches.ts'
import type { PaymentToOrder } from '../../shared/accounting/orders/payment-to-order.ts'
import { type PlannedPayment, planPayments } from '../../shared/accounting/orders/plan-payments.ts'
import { routeOfPayment } from '../../shared/accounting/orders/route-of-payment.ts'
import { qrAddressOf } from '../../shared/accounting/qr-bills/draft-of-bill.ts'
import { partyInTown } from '../../shared/accounting/qr-bills/party-of-address.ts'
import { sha256Of } from '../../shared/canonical/hash.ts'
import type { PaymentOrderRequest } from '../../shared/contract/orders/payment-order-request.ts'
import { type ErrorDetail, validationFailed } from '../../shared/contract/platform/errors.ts'
import { nowAsTimestamp } from '../../shared/process/clock.ts'
import { newUuid, publicId } from '../../shared/process/ids.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { insertPaymentOrder, type NewPaymentOrderLine } from '../../shared/store/orders/change-payment-orders.ts'
import { findPaymentOrder } from '../../shared/store/orders/payment-orders.ts'
import { appendEvents, plainEvent } from '../../shared/store/platform/events.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { inSlicesOf } from '../statements/in-slices-of.ts'
import { type LeftOut, lockPayables, type PointedPayable } from './lock-payables.ts'
import { warningsOf } from './planning/payment-warnings.ts'
import { requireKnownDebits } from './planning/require-known-debits.ts'
import { withInstructions } from './planning/with-instructions.ts'
import { withoutHeld } from './planning/without-held.ts'
import { presentOrderWithPayments } from './present-payment-order.ts'
import { requireDebtor } from './require-debtor.ts'

/** Orders a bank to pay payables: their payments are frozen, and the file for the bank is made. Nothing is booked. */
export async function orderPayments(tx: Tx, deps: ApiDeps, request: MutatingRequest<PaymentOrderRequest>) {
  const { body, caller, end_customer_id, request_id } = request
  const debtor = await requireDebtor(tx, end_customer_id, body)
  await requireKnownDebits(tx, end_customer_id, body)
  const { found, left_out } = await lockPayables(tx, end_customer_id, body)
  const payables = withInstructions(found, body)
  const payment_order_id = newUuid()
  const created_at = nowAsTimestamp()
  const message_id = messageIdOf(payment_order_id)
  const { execution_date } = body
  return inSlicesOf(deps, caller, async (pause) => {
    const { planned, held } = await plan(tx, end_customer_id, body, message_id, payables, pause)
    const head = { ...debtor, message_id, created_at, execution_date }
    const pieces: string[] = []
    for (const piece of writePain001(
      head,
      planned.map(({ payment }) => payment),
    )) {
      pieces.push(piece)
      await pause()
    }
    const file = pieces.join('')
    const { debtor_iban: bank_account } = debtor
    const order = { end_customer_id, payment_order_id, message_id, bank_account, execution_date, created_at }
    const more = { file, file_sha256: sha256Of(file), actor_id: caller.key_id, request_id }
    const told = { left_out: [...left_out, ...held], warnings: warningsOf(planned) }
    await insertPaymentOrder(tx, { ...order, ...more, ...told }, linesOf(message_id, planned))
    const subject = { end_customer_id, subject_type: 'payment_order', subject_id: payment_order_id } as const
    const saved = await findPaymentOrder(tx, payment_order_id, [end_customer_id])
    const answer = await presentOrderWithPayments(tx, saved)
    await appendEvents(tx, [plainEvent(subject, 'payment_order.created')])
    return { body: { ...answer, left_out: answer.left_out ?? [], warnings: answer.warnings ?? [] } }
  })
}

/** Unique for ever and for every bank: MsgId, and the begin of each EndToEndId, which have room for 35 letters. */
function messageIdOf(payment_order_id: string): string {
  return `HB${publicId('payment_order', payment_order_id).replace(/^.*_/, '').toUpperCase()}`
}

/** @throws ApiError validation_failed with everything that is wrong with the payments */
async function plan(
  tx: Tx,
  end_customer_id: string,
  body: PaymentOrderRequest,
  message_id: string,
  found: readonly PointedPayable[],
  pause: () => Promise<void>,
): Promise<{ readonly planned: readonly PlannedPayment[]; readonly held: readonly LeftOut[] }> {
  const { payables, terms, held } = await withoutHeld(tx, end_customer_id, body, message_id, found)
  if (payables.length === 0)
    throw validationFailed(
      held.map(({ supplier_payable_id, code, message }) => ({
        ...{ pointer: '/select', code },
        message: `${supplier_payable_id}: ${message}`,
      })),
    )
  const planned: PlannedPayment[] = []
  const details: ErrorDetail[] = []
  for (const payment of planPayments(payables, terms)) {
    const { pointer, public_id } = payables[planned.length] as PointedPayable
    planned.push(payment)
    details.push(
      ...payment.defects.map(({ code, message }) => ({ pointer, code, message: `${public_id}: ${message}` })),
    )
    await pause()
  }
  if (details.length > 0) throw validationFailed(details)
  return { planned, held }
}

function linesOf(message_id: string, planned: readonly PlannedPayment[]): NewPaymentOrderLine[] {
  const batches = batchesOf(
    message_id,
    planned.map(({ payment }) => payment),
  )
  const batchOf = new Map(batches.map(({ currency, payment_information_id }) => [currency, payment_information_id]))
  return planned.map(({ payable, payment, discount_minor, iban_before }, index) => ({
    line_number: index + 1,
    supplier_payable_id: payable.supplier_payable_id,
    payment_information_id: batchOf.get(payment.currency) ?? '',
    end_to_end_id: payment.end_to_end_id,
    currency: payment.currency,
    amount_minor: payment.amount_minor,
    discount_minor,
    open_before_minor: payable.open_amount_minor,
    creditor: creditorOf(payment),
    creditor_iban: payment.creditor_iban ?? '',
    iban_before,
    partner_key: payable.partner_key,
    payment_reference: payment.payment_reference,
    document_number: payment.document_number,
  }))
}

/** As the file has it. */
function creditorOf({ creditor_name, creditor_address, creditor_bic = null, ...to }: PaymentToOrder) {
  const party = partyInTown(creditor_name, creditor_address)
  const isNamed = routeOfPayment(to.currency, to.creditor_iban ?? '') === 'agent'
  return {
    name: party?.name ?? creditor_name ?? '',
    structured_address: party ? qrAddressOf(party) : {},
    ...(isNamed && { bic: creditor_bic }),
  }
}
