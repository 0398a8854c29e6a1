import type { ManualPaymentQuery } from '../../../shared/contract/settlement/manual-payments.ts'
import { listManualPayments } from '../../../shared/store/settlement/manual-payments.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { cursorOf, presentPage } from '../../http/page.ts'
import { presentManualPayment } from './present-manual-payment.ts'

/** Manual payments of an end customer, oldest first. */
export async function readManualPayments({ pool }: ApiDeps, { query }: ReadRequest<ManualPaymentQuery>) {
  const { end_customer_id, state = null, limit = 100 } = query
  const after = cursorOf('manual_payment', query.starting_after)
  const page = await listManualPayments(pool, { end_customer_id, state, limit }, after)
  return presentPage('manual_payment_list', page, presentManualPayment)
}
