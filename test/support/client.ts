import { randomUUID } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { endpoints } from '../../api/routes.ts'
import { errorEnvelope } from '../../shared/contract/primitives.ts'
import type { Schema } from '../../shared/contract/schema.ts'
import { service } from './service.ts'

/** Tests look into answers of every shape; the schema checks them. */
export type Answer = { status: number; headers: Headers; body: any; text: string }
type Options = {
  base_url?: string
  key?: string | null
  idempotencyKey?: string | null
  wait?: number
  headers?: Record<string, string>
}

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, validateFormats: false })

export function get(path: string, options: Options = {}): Promise<Answer> {
  return send('GET', path, undefined, options)
}

export function post(path: string, body: unknown, options: Options = {}): Promise<Answer> {
  return send('POST', path, body, options)
}

export function put(path: string, body: unknown, options: Options = {}): Promise<Answer> {
  return send('PUT', path, body, options)
}

/** Sends a bank statement. */
export function upload(end_customer_id: string, xml: string | Uint8Array, options: Options = {}): Promise<Answer> {
  const headers = { 'Content-Type': 'application/xml', ...options.headers }
  return send('POST', `/v1/camt-053/imports?end_customer_id=${end_customer_id}`, xml, { ...options, headers })
}

/** Sends a request and checks the answer against the schema that the endpoint table promises for it. */
export async function send(method: string, path: string, body: unknown, options: Options = {}): Promise<Answer> {
  const headers: Record<string, string> = {}
  if (options.key !== null) headers.Authorization = `Bearer ${options.key ?? service().key}`
  if (method !== 'GET') headers['Content-Type'] = 'application/json'
  if (method !== 'GET' && options.idempotencyKey !== null)
    headers['Idempotency-Key'] = options.idempotencyKey ?? randomUUID()
  if (options.wait !== undefined) headers.Prefer = `wait=${options.wait}`
  const payload =
    body === undefined ? null : typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  const response = await fetch((options.base_url ?? service().base_url) + path, {
    method,
    headers: { ...headers, ...options.headers },
    body: payload as string | null,
  })
  const text = await response.text()
  const answer = {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? null : JSON.parse(text),
  }
  expectSchema(method, path, answer)
  return answer
}

/** The same for a service at another address. */
export function at(base_url: string, key: string) {
  const there = (options: Options = {}): Options => ({ base_url, key, ...options })
  return {
    get: (path: string, options?: Options) => get(path, there(options)),
    post: (path: string, body: unknown, options?: Options) => post(path, body, there(options)),
    put: (path: string, body: unknown, options?: Options) => put(path, body, there(options)),
    upload: (end_customer_id: string, xml: string | Uint8Array, options?: Options) =>
      upload(end_customer_id, xml, there(options)),
  }
}

function expectSchema(method: string, path: string, { status, body }: Answer): void {
  const schema = status >= 400 ? errorEnvelope : schemaOf(method, path)
  if (!schema) return
  const validate = ajv.compile(schema)
  expect(
    validate(body),
    `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`,
  ).to.equal(true)
}

function schemaOf(method: string, path: string): Schema | undefined {
  const [pathname = ''] = path.split('?')
  const endpoint = endpoints.find((candidate) => {
    const pattern = new RegExp(`^${candidate.path.replace(/:\w+/g, '[^/]+')}$`)
    return candidate.method === method.toLowerCase() && pattern.test(pathname)
  })
  return endpoint?.response
}
