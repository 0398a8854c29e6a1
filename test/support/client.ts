import { randomUUID } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { endpoints } from '../../api/routes.ts'
import { errorEnvelope } from '../../shared/contract/primitives.ts'
import type { Schema } from '../../shared/contract/schema.ts'
import type { Item, Reply } from './reply.ts'
import { service } from './service.ts'
import { there } from './there.ts'

export type Answer<Body = Reply<string, string>> = { status: number; headers: Headers; body: Body; text: string }
type Options = {
  base_url?: string
  key?: string | null
  idempotencyKey?: string | null
  wait?: number
  headers?: Record<string, string>
}

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, validateFormats: false })

export function get<const Path extends string>(path: Path, options: Options = {}): Promise<Answer<Reply<'GET', Path>>> {
  return send('GET', path, undefined, options)
}

export function post<const Path extends string>(
  path: Path,
  body: unknown,
  options: Options = {},
): Promise<Answer<Reply<'POST', Path>>> {
  return send('POST', path, body, options)
}

export function put<const Path extends string>(
  path: Path,
  body: unknown,
  options: Options = {},
): Promise<Answer<Reply<'PUT', Path>>> {
  return send('PUT', path, body, options)
}

/** The resources of a list of an end customer, by the name of its path: `payments`. */
export async function itemsOf<const Name extends string>(
  name: Name,
  end_customer_id: string,
  more = '',
  options: Options = {},
): Promise<Item<Name>[]> {
  const { text } = await get(`/v1/${name}?end_customer_id=${end_customer_id}${more}`, options)
  const { data }: { data: Item<Name>[] } = JSON.parse(text)
  return data
}

/** The first one of such a list, which must not be empty. */
export async function firstOf<const Name extends string>(
  name: Name,
  end_customer_id: string,
  more = '',
  options: Options = {},
): Promise<Item<Name>> {
  return there((await itemsOf(name, end_customer_id, more, options))[0])
}

/** Sends a bank statement. */
export function upload(end_customer_id: string, xml: string | Uint8Array, options: Options = {}, more = '') {
  const headers = { 'Content-Type': 'application/xml', ...options.headers }
  const path = `/v1/camt-053/imports?end_customer_id=${end_customer_id}${more}` as '/v1/camt-053/imports'
  return send('POST', path, xml, { ...options, headers })
}

/** Sends notifications. */
export function notify(end_customer_id: string, xml: string | Uint8Array, options: Options = {}, more = '') {
  const headers = { 'Content-Type': 'application/xml', ...options.headers }
  const path = `/v1/camt-054/imports?end_customer_id=${end_customer_id}${more}` as '/v1/camt-054/imports'
  return send('POST', path, xml, { ...options, headers })
}

/** Sends a request and checks the answer against the schema that the endpoint table promises for it. */
export async function send<const Method extends string, const Path extends string>(
  method: Method,
  path: Path,
  body: unknown,
  options: Options = {},
): Promise<Answer<Reply<Method, Path>>> {
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
  const here = (options: Options = {}): Options => ({ base_url, key, ...options })
  return {
    get: <const Path extends string>(path: Path, options?: Options) => get(path, here(options)),
    post: <const Path extends string>(path: Path, body: unknown, options?: Options) => post(path, body, here(options)),
    put: <const Path extends string>(path: Path, body: unknown, options?: Options) => put(path, body, here(options)),
    itemsOf: <const Name extends string>(name: Name, end_customer_id: string, more?: string) =>
      itemsOf(name, end_customer_id, more, here()),
    firstOf: <const Name extends string>(name: Name, end_customer_id: string, more?: string) =>
      firstOf(name, end_customer_id, more, here()),
    upload: (end_customer_id: string, xml: string | Uint8Array, options?: Options) =>
      upload(end_customer_id, xml, here(options)),
    notify: (end_customer_id: string, xml: string | Uint8Array, options?: Options) =>
      notify(end_customer_id, xml, here(options)),
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
  if (path.endsWith('?dry_run=true') && endpoint && 'trial' in endpoint) return endpoint.trial?.response
  return endpoint?.response
}
