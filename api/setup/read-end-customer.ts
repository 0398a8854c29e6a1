import { ApiError } from '../../shared/contract/platform/errors.ts'
import { findEndCustomer } from '../../shared/store/setup/end-customers.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'

/** The settings of one end customer. */
export async function readEndCustomer({ pool }: ApiDeps, { params }: ReadRequest<unknown>) {
  const found = await findEndCustomer(pool, params.end_customer_id ?? '')
  if (!found)
    throw new ApiError('not_found', 'There is no such end customer; it comes into being with its first write.')
  return { object: 'end_customer', ...found }
}
