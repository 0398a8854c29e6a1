import type { PaymentQuery } from '../../shared/contract/bank/payments.ts'
import { listPayments } from '../../shared/store/bank/payments.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, filterOf, presentPage } from '../http/page.ts'
import { presentPayment } from './present-payment.ts'

/** Payments that came in according to bank statements, oldest first. */
export async function readPayments({ pool }: ApiDeps, { query }: ReadRequest<PaymentQuery>) {
  const { end_customer_id, open: is_open = null, limit = 100 } = query
  const import_uuid = filterOf('camt053_import', query.import_id)
  const entry_uuid = filterOf('camt053_entry', query.entry_id)
  const after = cursorOf('payment', query.starting_after)
  const page = await listPayments(pool, { end_customer_id, is_open, import_uuid, entry_uuid, limit }, after)
  return presentPage('payment_list', page, presentPayment)
}
