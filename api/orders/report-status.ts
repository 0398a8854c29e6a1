import { rejectedPayments, toldOfPayments, unknownIdsIn } from '../../shared/accounting/orders/rejected-payments.ts'
import type { StatusReport } from '../../shared/camt053/status-report/status-report.ts'
import { validationFailed } from '../../shared/contract/platform/errors.ts'
import { newUuid } from '../../shared/process/ids.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { keepBankStatus } from '../../shared/store/orders/change-payment-orders.ts'
import type { PaymentOrderLine, PaymentOrderRow } from '../../shared/store/orders/payment-orders.ts'
import { insertStatusReport } from '../../shared/store/orders/status-reports.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { MutatingRequest } from '../http/endpoint.ts'
import { givePaymentsUp } from './give-payments-up.ts'
import { lockOrder } from './lock-order.ts'
import type { ReceivedReport } from './receive-status-report.ts'

/** Takes what the bank says of an order. Rejected payments are free again; nothing is paid by a report. */
export async function reportStatus(tx: Tx, deps: ApiDeps, request: MutatingRequest<ReceivedReport>) {
  const { body, caller, end_customer_id, params, request_id } = request
  const locked = await lockOrder(tx, end_customer_id, params.payment_order_id)
  const { order, lines } = locked
  const { report, bytes, sha256 } = body
  requireOwn(report, order, lines)
  const actor_id = caller.key_id
  const rejected = rejectedPayments(report, lines)
  await insertStatusReport(tx, {
    ...{ end_customer_id, payment_order_id: order.payment_order_id, status_report_id: newUuid() },
    ...{ report_id: report.report_id, status: report.status, rejected_count: rejected.length },
    ...{ file: bytes, file_sha256: sha256, actor_id, request_id },
  })
  await keepBankStatus(tx, order, toldOfPayments(report, lines))
  const given_up = { freed: rejected, actor_id, event_type: 'payment_order.reported' } as const
  return { body: await givePaymentsUp(tx, deps, locked, given_up) }
}

/** @throws ApiError validation_failed for a report of another order, or one that names others beside it */
function requireOwn(report: StatusReport, { message_id }: PaymentOrderRow, lines: readonly PaymentOrderLine[]): void {
  if (report.message_id !== message_id) {
    const message = `The report is about the message ${report.message_id ?? 'that it does not name'}, the order is ${message_id}.`
    throw validationFailed([{ pointer: '', code: 'other_order', message }])
  }
  const [stranger] = unknownIdsIn(report, lines)
  if (stranger === undefined) return
  const message = `No payment or batch of this order is called ${stranger.slice(0, 100)}.`
  throw validationFailed([{ pointer: '', code: 'not_found', message }])
}
