/** Codes that a caller sees, and the HTTP status of each. */
export const ERROR_STATUS = {
  invalid_request: 400,
  missing_idempotency_key: 400,
  invalid_auth: 401,
  api_key_disabled: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  idempotency_key_conflict: 409,
  state_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

/** One offending field: where it is (RFC 6901), what kind of mistake, and what to do. */
export type ErrorDetail = { readonly pointer: string; readonly code: string; readonly message: string }

/** The caller's fault, or a state of ours that the caller has to know. Everything else that is thrown is a bug. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, details: readonly ErrorDetail[] = [], headers = {}) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.details = details
    this.headers = headers
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** What the database refuses by itself although the request has the right shape, and how the caller is told. */
export const CONSTRAINT_DETAILS: Readonly<Record<string, ErrorDetail>> = {
  fiscal_years_contiguous: {
    pointer: '/start_date',
    code: 'not_contiguous',
    message: 'Fiscal years follow each other without gap or overlap. Start on the day after the year before.',
  },
  fiscal_years_check: {
    pointer: '/end_date',
    code: 'out_of_range',
    message: 'The year must not end before it starts.',
  },
}

/** Several mistakes of a body at once; the message names the first and says how many there are. */
export function validationFailed(details: readonly ErrorDetail[]): ApiError {
  const [first] = details
  const more = details.length > 1 ? ` There are ${details.length} such fields; see details.` : ''
  return new ApiError('validation_failed', `${first?.pointer || 'The body'}: ${first?.message}${more}`, details)
}
