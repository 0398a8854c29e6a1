import type { OneQuery } from '../../../shared/contract/facts/source-facts.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { ManualPaymentQuery } from '../../../shared/contract/settlement/manual-payments.ts'
import { uuidOf } from '../../../shared/process/ids.ts'
import { findManualPayment, listManualPayments } from '../../../shared/store/settlement/manual-payments.ts'
import { visibleTo } from '../../http/admission/caller.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { cursorOf, presentPage } from '../../http/page.ts'
import { presentManualPayment } from './present-manual-payment.ts'

export async function readManualPayments({ pool }: ApiDeps, { query }: ReadRequest<ManualPaymentQuery>) {
  const { end_customer_id, state = null, limit = 100 } = query
  const after = cursorOf('manual_payment', query.starting_after)
  const rows = await listManualPayments(pool, { end_customer_id, state, limit }, after)
  return presentPage('manual_payment_list', rows, limit, presentManualPayment)
}

export async function readManualPayment({ pool }: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const id = uuidOf('manual_payment', params.payment_id ?? '')
  const payment = id && (await findManualPayment(pool, id, visibleTo(caller, query.end_customer_id)))
  if (!payment) throw new ApiError('not_found', 'There is no such manual payment.')
  return presentManualPayment(payment)
}
