import fc, { type Arbitrary } from 'fast-check'
import type { Endpoint } from '../../api/http/endpoint.ts'
import { HOSTILE_SHAPES } from './hostile-shapes.ts'
import { type FuzzRequest, validRequest } from './requests.ts'
import type { World } from './world.ts'

/** Every shape of a text, as it stands in an address. Half a surrogate has no form there that JavaScript writes. */
const TEXTS: readonly string[] = Object.values(HOSTILE_SHAPES)
  .flatMap(({ text }) => (text ? [text('x')] : []))
  .map((json) => {
    const value: string = JSON.parse(json)
    return value.isWellFormed() ? encodeURIComponent(value) : '%ED%A0%BD'
  })
  .concat(['%5F%5Fproto%5F%5F', 'constructor', 'toString', '%2E%2E', 'x'.repeat(8_000)])

/** Headers that the service reads. */
const HEADERS = [
  'idempotency-key',
  'prefer',
  'accept',
  'if-none-match',
  'x-request-id',
  'authorization',
  'content-type',
]

/** What stands in an address as it may stand in a header: bytes, without those that end a line. */
function inHeader(text: string): string {
  const bytes = text === '%ED%A0%BD' ? Buffer.from([0xed, 0xa0, 0xbd]) : Buffer.from(decodeURIComponent(text))
  return Buffer.from(bytes.map((byte) => (byte < 0x20 || byte === 0x7f ? 0x3f : byte)))
    .toString('latin1')
    .slice(0, 10_000)
}

/** A valid request with a hostile text in one place beside its body: an id of its path, a parameter or a header. */
export function hostilePlace(endpoint: Endpoint, world: World): Arbitrary<FuzzRequest> {
  const names = 'query' in endpoint ? Object.keys(endpoint.query.properties ?? {}) : ['unknown']
  const ids = endpoint.path.split('/').flatMap((segment, at) => (segment.startsWith(':') ? [at] : []))
  const places: readonly ((request: FuzzRequest, text: string) => FuzzRequest)[] = [
    ...names.map((name) => (request: FuzzRequest, text: string) => ({
      ...request,
      path: withParameter(request.path, name, text),
    })),
    ...ids.map((at) => (request: FuzzRequest, text: string) => ({
      ...request,
      path: withSegment(request.path, at, text),
    })),
    ...HEADERS.map((name) => (request: FuzzRequest, text: string) => ({
      ...request,
      headers: { ...request.headers, [name]: inHeader(text) },
    })),
  ]
  return fc
    .tuple(validRequest(endpoint, world), fc.constantFrom(...places), fc.constantFrom(...TEXTS))
    .map(([request, put, text]) => put(request, text))
}

function withParameter(path: string, name: string, text: string): string {
  const [address = '', query = ''] = path.split('?')
  const others = query.split('&').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`))
  return `${address}?${[...others, `${name}=${text}`].join('&')}`
}

function withSegment(path: string, at: number, text: string): string {
  const [address = '', query] = path.split('?')
  const segments = address.split('/').map((segment, index) => (index === at ? text : segment))
  return segments.join('/') + (query === undefined ? '' : `?${query}`)
}

/** Requests that follow each other on one connection without waiting, each with an id that its answer has to repeat. */
export function pipelined(requests: readonly FuzzRequest[]): Buffer {
  return Buffer.concat(
    requests.flatMap(({ method, path, headers, body }, index) => {
      const bytes = body === null ? Buffer.alloc(0) : Buffer.from(body as string)
      const lines = Object.entries({
        host: 'x',
        ...headers,
        'x-request-id': `pipelined-${index}`,
        ...(body !== null && { 'content-length': bytes.length }),
        ...(index === requests.length - 1 && { connection: 'close' }),
      }).map(([name, value]) => `${name}: ${value}\r\n`)
      return [Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), bytes]
    }),
  )
}
