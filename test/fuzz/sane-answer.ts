import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import type { Endpoint } from '../../api/http/endpoint.ts'
import { endpoints } from '../../api/routes.ts'
import { isDate } from '../../shared/accounting/amounts/dates.ts'
import { ERRORS, type ErrorCode } from '../../shared/contract/platform/errors.ts'
import { errorEnvelope } from '../../shared/contract/primitives.ts'
import type { Schema } from '../../shared/contract/schema.ts'
import type { FuzzRequest } from './requests.ts'
import type { FuzzAnswer } from './send.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const formats = { date: isDate, uuid: UUID, 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) }
const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, allowUnionTypes: true, formats })

/** What a failure shows, so that it can be sent again. */
export function described({ method, path, body }: FuzzRequest, { status, text }: FuzzAnswer): string {
  return `${method} ${path.slice(0, 200)} ${String(body).slice(0, 2_000)}: ${status} ${text.slice(0, 500)}`
}

/** Every answer is a success in the shape of its endpoint, or one of the known errors. */
export function expectSane(request: FuzzRequest, answer: FuzzAnswer): void {
  const { status, headers, text } = answer
  const description = described(request, answer)
  expect(status, description).to.be.within(200, 499)
  expect(headers['x-request-id'], description).to.match(/^[\w.:-]{1,100}$/)
  if (request.method === 'HEAD') return
  if (status >= 400) {
    expectError(answer, description)
    return
  }
  const endpoint = endpointOf(request)
  if (!endpoint || status === 304) return
  expect(status, description).to.equal(endpoint.status)
  if (String(headers['content-type']).startsWith('application/json')) expectShape(endpoint.response, text, description)
}

function expectError({ status, headers, text }: FuzzAnswer, description: string): void {
  expectShape(errorEnvelope, text, description)
  const { code, request_id } = JSON.parse(text).error
  expect(ERRORS[code as ErrorCode]?.status, description).to.equal(status)
  expect(request_id, description).to.equal(headers['x-request-id'])
}

function expectShape(schema: Schema, text: string, description: string): void {
  const validate = ajv.compile(schema)
  expect(validate(JSON.parse(text)), `${description} ${ajv.errorsText(validate.errors)}`).to.equal(true)
}

/** True when the schema of the body accepts this text; no schema sees the same name twice. */
export function isValidBody(endpoint: Endpoint, text: string): boolean {
  if (!('body' in endpoint)) return true
  try {
    return ajv.validate(endpoint.body, JSON.parse(text)) as boolean
  } catch {
    return false
  }
}

const matchers = endpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}/?$`),
}))

function endpointOf({ method, path }: FuzzRequest): Endpoint | undefined {
  const [pathname = ''] = path.split('?')
  const isMatch = ({ endpoint, pattern }: (typeof matchers)[number]) =>
    endpoint.method === method.toLowerCase() && pattern.test(pathname)
  return matchers.find(isMatch)?.endpoint
}
