import type { ApiError } from '../contract/platform/errors.ts'

/** The body of every error: contract, `Error`. */
export function envelopeOf(
  { code, message, details }: Pick<ApiError, 'code' | 'message' | 'details'>,
  request_id: string,
) {
  return { error: { code, message, request_id, details } }
}
