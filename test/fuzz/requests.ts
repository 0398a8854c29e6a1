import { randomUUID } from 'node:crypto'
import fc, { type Arbitrary } from 'fast-check'
import type { Endpoint } from '../../api/http/endpoint.ts'
import { endpoints } from '../../api/routes.ts'
import type { Schema } from '../../shared/contract/schema.ts'
import type { Vocabulary } from './arbitrary-of-schema.ts'
import { arbitraryOf } from './arbitrary-of-schema.ts'
import { type MessageName, mutatedMessage, mutatedReport } from './messages/mutated-messages.ts'
import { nearlyValid } from './nearly-valid.ts'
import type { World } from './world.ts'

export type FuzzRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

const id = { type: 'string', minLength: 1, maxLength: 30 } as const

/** A request that the schemas of an endpoint allow: path, query, body, and one of the keys. */
export function validRequest(endpoint: Endpoint, world: World): Arbitrary<FuzzRequest> {
  const query = 'query' in endpoint ? validQuery(endpoint.query, world) : fc.constant('')
  return requestOf(endpoint, world, { query, body: validBody(endpoint, world).map((body) => JSON.stringify(body)) })
}

/** A request with one thing wrong in its path, query or body. */
export function nearlyValidRequest(endpoint: Endpoint, world: World): Arbitrary<FuzzRequest> {
  if ('body' in endpoint)
    return requestOf(endpoint, world, { query: fc.constant(''), body: nearlyValid(validBody(endpoint, world)) })
  return requestOf(endpoint, world, { query: wrongQuery(validQuery(endpoint.query, world)), body: fc.constant('') })
}

type Parts = { readonly query: Arbitrary<string>; readonly body: Arbitrary<string> }

function requestOf(endpoint: Endpoint, { keys, vocabulary }: World, { query, body }: Parts): Arbitrary<FuzzRequest> {
  const key = fc.constantFrom(keys.all, keys.all, keys.all, keys.all, keys.limited, keys.limited, keys.reading)
  const isUpload = 'upload' in endpoint
  return fc.record({
    method: fc.constant(endpoint.method.toUpperCase()),
    path: fc
      .tuple(
        pathOf(endpoint.path, (name) => arbitraryOf(id, vocabulary, name) as Arbitrary<string>),
        query,
      )
      .map(([path, parameters]) => (parameters === '' ? path : `${path}?${parameters}`)),
    headers: fc.tuple(key, fc.constantFrom(undefined, undefined, 'wait=0', 'wait=1')).map(([api_key, prefer]) => ({
      authorization: `Bearer ${api_key}`,
      ...(endpoint.method !== 'get' && {
        'content-type': isUpload ? 'application/xml' : 'application/json',
        ...(prefer && { prefer }),
      }),
    })),
    body: isUpload ? messageFor(endpoint, vocabulary) : endpoint.method === 'get' ? fc.constant(null) : body,
  })
}

/** What an upload takes. */
function messageOf({ path }: Pick<Endpoint, 'path'>): MessageName {
  if (path.includes('camt-053')) return 'camt.053'
  return path.includes('camt-054') ? 'camt.054' : 'pain.002'
}

function messageFor(endpoint: Endpoint, vocabulary: Vocabulary): Arbitrary<Uint8Array> {
  const name = messageOf(endpoint)
  const [messages, batches] = ['message_id', 'payment_information_id'].map((known) => vocabulary(known).map(String))
  return name === 'pain.002' ? mutatedReport(messages ?? [], batches ?? []) : mutatedMessage(name)
}

function pathOf(template: string, arbitraryFor: (name: string) => Arbitrary<string>): Arbitrary<string> {
  const segments = template
    .split('/')
    .map((segment) =>
      segment.startsWith(':') ? arbitraryFor(segment.slice(1)).map(encodeURIComponent) : fc.constant(segment),
    )
  return fc.tuple(...segments).map((parts) => parts.join('/'))
}

function validQuery(schema: Schema, { vocabulary }: World): Arbitrary<string> {
  const values = arbitraryOf(schema, vocabulary) as Arbitrary<Record<string, unknown>>
  return (
    fc
      .tuple(values, fc.boolean())
      .map(([query, isFirstPage]) => (isFirstPage ? firstPage(query) : query))
      // Long waits for events would only take time here.
      .map((query) => ({ ...query, ...('wait' in query && { wait: Number(query.wait) % 2 }) }))
      .map((query) =>
        new URLSearchParams(
          Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
        ).toString(),
      )
  )
}

/** Nearly every cursor that is left to chance is refused, and a list with one then never answers. */
function firstPage({ starting_after: _, ...query }: Record<string, unknown>): Record<string, unknown> {
  return query
}

// biome-ignore format: a list of values reads better in rows
const QUERY_TWISTS: readonly string[] = [
  '', 'limit=0', 'limit=501', 'limit=1e1', 'limit=-1', 'limit=1.0', 'limit=%2B1', 'limit=9007199254740993', 'limit=', 'limit=1&limit=2', 'limit[]=1',
  'starting_after=', 'starting_after=%00', 'starting_after=EUR:2026-02-30', 'starting_after=fact_00000000000000000000000000', 'after=9007199254740991',
  'after=-0', 'as_of_entry_number=1e15', 'as_of_entry_number=99999999999999999999', 'as_of_entry_number=0', 'valid_on=2026-02-30', 'valid_on=9999-12-31', 'from_date=0001-01-01&to_date=9999-12-31',
  'end_customer_id=', 'end_customer_id=x', 'end_customer_id=%27%20or%201=1--', 'format=xml', 'format=csv', 'format=ledger', 'open=maybe', '__proto__=1',
  'constructor[prototype]=1', 'unknown=1', 'external_reference=%ED%A0%80', 'external_reference=%00', 'account_code=%F0%9F%93%92', 'fiscal_year_id=%00',
  'blocker=%25%00', 'account=a%00b', 'import_id=%ff', 'state=&state=', 'granularity=day', 'comparison=prior_fiscal_year&granularity=month', '%', '&&&==&', 'a'.repeat(8_000),
]

function wrongQuery(valid: Arbitrary<string>): Arbitrary<string> {
  const many = fc.constant(Array.from({ length: 900 }, (_, index) => `q${index}=${index}`).join('&'))
  const twist = fc.oneof({ arbitrary: fc.constantFrom(...QUERY_TWISTS), weight: 20 }, { arbitrary: many, weight: 1 })
  return fc.tuple(valid, twist, fc.constantFrom('add', 'replace', 'drop')).map(([query, added, how]) => {
    const [name = ''] = added.split('=')
    const pairs = query.split('&')
    if (how === 'drop') return [...pairs.slice(1), added].join('&')
    return [...(how === 'replace' ? pairs.filter((pair) => !pair.startsWith(`${name}=`)) : pairs), added].join('&')
  })
}

/** The schema of a batch says only that its items are facts; the other endpoints have the schemas of facts. */
function validBody(endpoint: Endpoint, { vocabulary }: World): Arbitrary<unknown> {
  if (!('body' in endpoint)) return fc.constant(null)
  if (!('readItem' in endpoint && endpoint.readItem)) return factOrOther(endpoint.body, vocabulary)
  const facts = endpoints.flatMap((other) => ('body' in other && other.body.properties?.fact_type ? [other.body] : []))
  const schemas = facts.map((schema) => ({ ...schema, required: [...(schema.required ?? []), 'fact_type'] }))
  const item = fc.oneof(...schemas.map((schema) => factOrOther(schema, vocabulary)))
  return fc.array(item, { minLength: 1, maxLength: 5 }).map((items) => ({ items }))
}

/** Left to chance, nearly every fact would be blocked; in every second one only the amounts can be wrong. */
function factOrOther(schema: Schema, vocabulary: Vocabulary): Arbitrary<unknown> {
  const any = arbitraryOf(schema, vocabulary)
  return schema.properties?.payload ? fc.oneof(any, any.map(plausible)) : any
}

function plausible({ evidence_links: _, ...body }: any): unknown {
  const { tax_lines, supply_date, payment_reference, due_date, lines, ...payload } = body.payload
  const currency = payload.gross_amount?.currency ?? 'CHF'
  const name = 'Muster AG'
  const amounts = lines
    ? { lines: lines.flatMap((line: any) => [plainLine(line), mirrored(plainLine(line))]) }
    : { currency, gross_amount: payload.gross_amount ?? { amount_minor: 1, currency }, ...named(payload, name) }
  return {
    ...body,
    business_date: '2026-03-15',
    payload: { ...payload, receipt_required: false, document_date: '2026-03-14', ...amounts },
  }
}

function named({ supplier, customer }: any, name: string): object {
  return { ...(supplier && { supplier: { name } }), ...(customer && { customer: { name } }) }
}

function plainLine({ tax_code, tax_base, base_amount, ...line }: any): any {
  return line
}

function mirrored({ debit, credit, ...line }: any): unknown {
  return { ...line, ...(debit ? { credit: debit } : { debit: credit }) }
}

/** Each request is a new one, unless its headers say otherwise. */
export function withKey(request: FuzzRequest): FuzzRequest {
  if (request.method === 'GET' || 'idempotency-key' in request.headers) return request
  return { ...request, headers: { 'idempotency-key': randomUUID(), ...request.headers } }
}
