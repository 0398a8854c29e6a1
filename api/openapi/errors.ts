import { ERRORS, type ErrorCode } from '../../shared/contract/platform/errors.ts'
import { type Endpoint, isMutating } from '../http/endpoint.ts'
import type { ExamplesOf } from './examples-of-operations.ts'
import { headersOfError } from './headers.ts'

/** Every status of an error once, with the codes that it may have. */
export function errorResponses() {
  const codes = Object.keys(ERRORS) as ErrorCode[]
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].filter(
    (status) => !BEFORE_OPERATIONS.has(status),
  )
  return Object.fromEntries(
    statuses.map((status) => {
      const withStatus = codes.filter((code) => ERRORS[code].status === status)
      const examples = withStatus.map((code) => [code, { summary: ERRORS[code].meaning, value: errorExample(code) }])
      return [`Error${status}`, errorResponse(status, { examples: Object.fromEntries(examples) })]
    }),
  )
}

/** No operation answers these: the router does, where there is none, and the server, where there is no request. */
const BEFORE_OPERATIONS: ReadonlySet<number> = new Set(
  [
    ...[ERRORS.method_not_allowed, ERRORS.head_too_large],
    ...[ERRORS.not_implemented, ERRORS.http_version_not_supported],
  ].map(({ status }) => status),
)

function errorResponse(status: number, examples: object) {
  const withStatus = Object.entries(ERRORS).filter(([, error]) => error.status === status)
  return {
    description: withStatus.map(([code, { meaning }]) => `${code}: ${meaning}`).join(' '),
    ...headersOfError(status),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, ...examples } },
  }
}

function errorExample(code: ErrorCode) {
  const { meaning, remedy } = ERRORS[code]
  const request_id = '019ba1c2-7f3a-7c55-9d0e-5b1c2f4e6a78'
  return { error: { code, message: `${meaning} ${remedy}`, request_id, details: [] } }
}

/** The errors that an operation may answer, with an example where the story has one. */
export function errorsOf(endpoint: Endpoint, examples: ExamplesOf) {
  const isRead = endpoint.method === 'get'
  const statuses = new Set([
    ...[400, 401, 403, 404],
    ...(isRead ? [] : [408, 413, 415, 422]),
    ...(isMutating(endpoint) ? [409] : []),
    ...(isRead && endpoint.formats ? [406] : []),
    ...[429, 500, 503],
  ])
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      examples.statuses.includes(status)
        ? errorResponse(status, examples.answer(status, 'application/json'))
        : { $ref: `#/components/responses/Error${status}` },
    ]),
  )
}
