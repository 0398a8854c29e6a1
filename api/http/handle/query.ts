import type { Context } from 'koa'
import { ApiError, type ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import { isUuid, queryValidator } from '../body/validate.ts'

const NO_QUERY = queryValidator({ type: 'object', additionalProperties: false, properties: {} })

/** Wrong parameters are 400 and not 422: the request itself is wrong, whatever the ledger contains. */
export function requireValidQuery(details: readonly ErrorDetail[]): void {
  if (details.length === 0) return
  const sentences = details.map(({ pointer, message }) => `${pointer.slice(1)}: ${message}`).join(' ')
  throw new ApiError('invalid_request', `The query is wrong. ${sentences}`, details)
}

/** Everything that changes something stands in the body. */
export function requireNoQuery({ query }: Context): void {
  requireValidQuery(NO_QUERY({ ...query }))
}

/** Endpoints of an end customer itself name it in their path. */
export function customerInPath({ params }: Context): string | undefined {
  const { end_customer_id } = params as { end_customer_id?: string }
  if (end_customer_id === undefined || isUuid(end_customer_id)) return end_customer_id
  throw new ApiError('not_found', 'There is no such end customer; its id is a UUID.')
}
