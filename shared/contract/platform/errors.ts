import type { DetailCode } from './detail-codes.ts'

type ErrorKind = { readonly status: number; readonly meaning: string; readonly remedy: string }

/** Codes that a caller sees: HTTP status, meaning and remedy of each. */
export const ERRORS = {
  invalid_request: {
    status: 400,
    meaning: 'The request itself is wrong: its syntax, a header or a query parameter.',
    remedy: 'Correct the parts that the message and the details name.',
  },
  missing_idempotency_key: {
    status: 400,
    meaning: 'A POST or PUT came without an Idempotency-Key.',
    remedy: 'Send one, a new UUID for each request and the same one for a retry.',
  },
  invalid_auth: {
    status: 401,
    meaning: 'There is no key, or it is unknown or has expired, or a page pass is disabled.',
    remedy: 'Send Authorization: Bearer with a valid key.',
  },
  api_key_disabled: {
    status: 403,
    meaning: 'The key has been disabled.',
    remedy: 'Ask the operator for a new one.',
  },
  forbidden: {
    status: 403,
    meaning: 'The key does not cover this end customer, or may not write.',
    remedy: 'Use a key that covers the end customer and has the scope.',
  },
  not_found: {
    status: 404,
    meaning: 'There is no such resource for this key and end customer.',
    remedy: 'Check the id and the end_customer_id.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path does not take this method.',
    remedy: 'Use one of the Allow header.',
  },
  not_acceptable: {
    status: 406,
    meaning: 'None of the representations in the Accept header exists.',
    remedy: 'Ask for one that the message names.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The request did not arrive in time.',
    remedy: 'Send it again under the same key, without pausing in the middle of it.',
  },
  idempotency_key_conflict: {
    status: 409,
    meaning: 'The key has been used for another request.',
    remedy: 'Use a new key for a new request; for a retry send the very same method, path and body.',
  },
  state_conflict: {
    status: 409,
    meaning: 'The request contradicts the state of its subject.',
    remedy: 'Read the resource again; the details name the reason.',
  },
  payload_too_large: {
    status: 413,
    meaning: 'The body is larger than this service takes.',
    remedy: 'Send less at once.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body is of another type, or compressed.',
    remedy: 'Send application/json in UTF-8; a bank statement as application/xml.',
  },
  validation_failed: {
    status: 422,
    meaning: 'Fields of the body are wrong; nothing of it was stored.',
    remedy: 'Correct every field that the details point to, and send it again.',
  },
  rate_limited: {
    status: 429,
    meaning:
      'The key has sent more requests than it may, or has too many uploads, expensive requests, large bodies or unread answers under way; nothing was stored.',
    remedy: 'Send it again after the seconds of Retry-After.',
  },
  head_too_large: {
    status: 431,
    meaning: 'Path and headers are larger than this service takes.',
    remedy: 'Send fewer or shorter headers and query parameters.',
  },
  internal_error: {
    status: 500,
    meaning: 'Something is broken on our side.',
    remedy: 'Send it again under the same key; quote the request_id when you ask about it.',
  },
  not_implemented: {
    status: 501,
    meaning: 'The service has no such method or transfer coding, whatever the path.',
    remedy: 'Use the methods and the framing that the documentation names.',
  },
  service_unavailable: {
    status: 503,
    meaning:
      'The service is stopping, its database is away or takes too long, too many facts wait, or too many uploads or large bodies are under way.',
    remedy: 'Send it again under the same key after the seconds of Retry-After.',
  },
  http_version_not_supported: {
    status: 505,
    meaning: 'The service does not speak this version of HTTP.',
    remedy: 'Send the request as HTTP/1.1.',
  },
} as const satisfies Readonly<Record<string, ErrorKind>>
export type ErrorCode = keyof typeof ERRORS

/** One offending field: where it is (RFC 6901), what kind of mistake, and what to do. */
export type ErrorDetail = { readonly pointer: string; readonly code: DetailCode; readonly message: string }

/** The caller's fault, or a state of ours that the caller has to know. Everything else that is thrown is a bug. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ErrorCode, message: string, details: readonly ErrorDetail[] = [], headers = {}) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.details = details.slice(0, MAX_DETAILS)
    this.headers = headers
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

/** Constraints of the database that a well-formed request can violate, and the error that the client gets. */
export const CONSTRAINT_DETAILS: Readonly<Record<string, ErrorDetail>> = {
  fiscal_years_contiguous: {
    pointer: '/start_date',
    code: 'not_contiguous',
    message: 'Fiscal years follow each other without gap or overlap. Start on the day after the year before.',
  },
  fiscal_years_end_customer_id_start_date_key: {
    pointer: '/start_date',
    code: 'not_contiguous',
    message: 'Another fiscal year starts on this day. Change that one, or start on the day after the year before.',
  },
  fiscal_years_check: {
    pointer: '/end_date',
    code: 'out_of_range',
    message: 'The year must not end before it starts.',
  },
}

/** An answer shows so many details. Those of a body are counted while they are collected, so no body makes more of them. */
export const MAX_DETAILS = 100
/** A message has the sentences of so many of them. */
const MOST_SENTENCES = 10

/** What the details say as one message, however many they are. */
export function inSentences(details: readonly ErrorDetail[]): string {
  const sentences = details.slice(0, MOST_SENTENCES).map(({ message }) => message)
  const more = details.length - sentences.length
  return more === 0 ? sentences.join(' ') : `${sentences.join(' ')} There are ${more} more.`
}

/** The errors of a body, as many as an answer shows; the message names the first and the number of them. */
export function validationFailed(details: readonly ErrorDetail[]): ApiError {
  const [first] = details
  const more = details.length > 1 ? ` There are ${details.length} such fields; see details.` : ''
  return new ApiError('validation_failed', `${first?.pointer || 'The body'}: ${first?.message}${more}`, details)
}
