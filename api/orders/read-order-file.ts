import type { PaymentOrderFileQuery } from '../../shared/contract/orders/payment-orders.ts'
import { publicId } from '../../shared/process/ids.ts'
import { findPaymentOrderFile, type PaymentOrderFileRow } from '../../shared/store/orders/payment-orders.ts'
import { visibleCustomers } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { Format, ReadRequest } from '../http/endpoint.ts'
import { findSubject } from '../http/subject.ts'

/** The file in JSON, for programs that take nothing else. */
export async function readOrderFile(deps: ApiDeps, request: ReadRequest<PaymentOrderFileQuery>) {
  const order = await findFile(deps, request)
  return {
    object: 'payment_order_file' as const,
    payment_order_id: publicId('payment_order', order.payment_order_id),
    end_customer_id: order.end_customer_id,
    file_name: fileNameOf(order),
    file_sha256: order.file_sha256,
    xml: order.file,
  }
}

/** The pain.001 for the bank: the bytes that were made with the order. */
export const PAIN_001: Format<PaymentOrderFileQuery> = {
  media_type: 'application/xml',
  is_preferred: true,
  read: async (deps, request) => {
    const order = await findFile(deps, request)
    const headers = { 'Content-Disposition': `attachment; filename="${fileNameOf(order)}"` }
    return { body: order.file, headers }
  },
}

function findFile({ pool }: ApiDeps, { caller, query, params }: ReadRequest<PaymentOrderFileQuery>) {
  const visible = visibleCustomers(caller, query.end_customer_id)
  return findSubject('payment_order', params.payment_order_id, (id) => findPaymentOrderFile(pool, id, visible))
}

function fileNameOf({ message_id }: PaymentOrderFileRow): string {
  return `pain.001-${message_id}.xml`
}
