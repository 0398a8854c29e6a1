import fc, { type Arbitrary } from 'fast-check'
import { endpoints } from '../../api/routes.ts'
import { type FuzzRequest, validRequest } from './requests.ts'
import type { World } from './world.ts'

/** Pages beside the interface: operations and documentation. */
const PAGES = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs/start.js',
  '/docs/swagger-ui.css',
  '/',
]

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'QUERY',
  'PURGE',
]

// biome-ignore format: a list of values reads better in rows
const PATH_ENDS: readonly string[] = [
  '/', '//', '/..', '/../../../../etc/passwd', '/%2e%2e/%2e%2e/', '/..%2f..%2f', '/%00', '%00', '%', '%zz', '%ff', '%ED%A0%80', '/%F0%9F%93%92', ';a=b',
  '?', '?%', '?a=%ff', '?a[b][c]=d', '?__proto__[x]=1', '?end_customer_id=1%27;drop%20table%20source_facts;--', '#x', '/.', '/reverse', '/x'.repeat(2_000),
]

/** Values of headers, as they may be written and as they should not be. */
// biome-ignore format: a table reads better in rows
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'content-type': ['', 'text/plain', 'application/json; charset=utf-16', 'application/xml', 'multipart/form-data; boundary=x', '*/*', 'application/json;'.repeat(200)],
  'content-encoding': ['gzip', 'identity', 'br, gzip', 'x'],
  'idempotency-key': ['', ' ', 'x', 'x'.repeat(255), 'x'.repeat(256), 'schlüssel', "'; select 1; --", '\t', 'a, b', '%00'],
  prefer: ['wait', 'wait=', 'wait=-1', 'wait=0', 'wait="1"', 'wait=00001', 'respond-async, wait=1', 'wait=1e9', 'wait=99999999999', ';;;'],
  'x-request-id': ['', 'x', 'x'.repeat(100), 'x'.repeat(101), 'a b', '%{jndi:ldap://x}', 'é', '<script>', '../..'],
  accept: ['', '*/*', 'text/html', 'text/csv', 'text/x-ledger', 'image/png', 'text/html;q=0', ';;,', 'application/json;q=0.1, text/csv', 'a/b,'.repeat(1_000)],
  authorization: ['', 'Bearer', 'Bearer x', 'Basic eDp5', 'Bearer hb__', `Bearer hb_${'a'.repeat(40)}_${'b'.repeat(100)}`, 'bearer hb_a_b', `Bearer ${'x'.repeat(8_000)}`],
  'if-none-match': ['*', 'W/"x"', '"'.repeat(1_000), ', ,'],
  range: ['bytes=0-0', 'bytes=-9223372036854775808'],
  expect: ['100-continue', 'something'],
  'x-forwarded-proto': ['https', 'https, http', ','],
  'x-huge': ['x'.repeat(15_000), 'x'.repeat(40_000)],
  upgrade: ['websocket', 'h2c'],
}

const anyHeader = fc
  .constantFrom(...Object.keys(HEADERS))
  .chain((name) => fc.constantFrom(...(HEADERS[name] ?? [])).map((value) => ({ [name]: value })))

// biome-ignore format: a list of values reads better in rows
const BODIES: readonly (string | Uint8Array)[] = [
  '', ' ', '{', '[', '"', '{"a":1', '{"a":1}}', 'null', '1', '[]', '{}', '[{}]', 'undefined', '{a:1}', "{'a':1}", '{"a":1,}', '// x\n{}', '\ufeff{}', '\0',
  new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]), new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
  '<?xml version="1.0"?><x/>', `"${'\\u0000'.repeat(1_000)}"`, '['.repeat(200_000), `{"a":${'1'.repeat(100_000)}}`, 'x'.repeat(1_048_577),
]

/** Hostile requests: to any endpoint or page, with one to three things that do not belong. */
export function hostileRequest(world: World): Arbitrary<FuzzRequest> {
  const page = fc.constantFrom(...PAGES).map((path): FuzzRequest => ({ method: 'GET', path, headers: {}, body: null }))
  const known = fc.constantFrom(...endpoints).chain((endpoint) => validRequest(endpoint, world))
  const start = fc.oneof({ arbitrary: known, weight: 5 }, { arbitrary: page, weight: 1 })
  return fc.tuple(start, fc.array(twist(world), { minLength: 1, maxLength: 3 })).map(([request, twists]) => {
    let twisted = request
    for (const change of twists) twisted = { ...twisted, ...change(twisted) }
    return twisted
  })
}

type Change = (request: FuzzRequest) => Partial<FuzzRequest>

function twist({ ids }: World): Arbitrary<Change> {
  const body = fc.oneof(
    { arbitrary: fc.constantFrom(...BODIES), weight: 3 },
    { arbitrary: fc.uint8Array({ maxLength: 300 }), weight: 1 },
    { arbitrary: fc.json(), weight: 1 },
  )
  return fc.oneof(
    described('method', fc.constantFrom(...METHODS), (method) => () => ({ method })),
    described('path', fc.constantFrom(...PATH_ENDS), (end) => ({ path }) => ({ path: path + end })),
    described('id', fc.constantFrom(...ids), (id) => ({ path }) => ({ path: path.replace(/\w+_\w{26}/, id) })),
    described('cut', fc.nat(400), (length) => (sent) => ({ body: sent.body?.slice(0, length) ?? null })),
    described('body', body, (replaced) => () => ({ body: replaced })),
    described('header', anyHeader, (header) => ({ headers }) => ({ headers: { ...headers, ...header } })),
    described('header', anyHeader, (header) => ({ headers }) => ({ headers: { ...headers, ...header } })),
  )
}

/** A change that describes itself when a failing case is printed. */
function described<T>(what: string, values: Arbitrary<T>, change: (value: T) => Change): Arbitrary<Change> {
  return values.map((value) =>
    Object.assign(change(value), { [fc.toStringMethod]: () => `${what}: ${fc.stringify(value).slice(0, 200)}` }),
  )
}

/** Bytes that look like a request for a while. */
export const hostileBytes: Arbitrary<Uint8Array> = fc
  .tuple(
    // biome-ignore format: a list of values reads better in rows
    fc.constantFrom(
      '', 'GET / HTTP/1.1\r\n', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'GET /healthz HTTP/9.9\r\n\r\n', 'GET\0/ HTTP/1.1\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST /v1/accounts HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 'POST /v1/accounts HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      'POST /v1/accounts HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nA\0: b\r\n\r\n', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', '\x16\x03\x01\x02\x00\x01',
      'GET / HTTP/1.1\r\n\r\n', 'GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n', 'GET * HTTP/1.1\r\nHost: x\r\n\r\n', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ),
    fc.uint8Array({ maxLength: 200 }),
  )
  .map(([start, garbage]) => Buffer.concat([Buffer.from(start, 'latin1'), garbage]))
