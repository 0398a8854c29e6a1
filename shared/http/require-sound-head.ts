import type { IncomingMessage } from 'node:http'
import { ApiError } from '../contract/platform/errors.ts'

/** Headers that one request has once. Node would join two of them, or take the first and drop the other. */
const ONCE = ['Host', 'Authorization', 'Content-Type', 'Content-Length', 'Idempotency-Key']

/** Where the next request would begin is not certain. */
const CLOSE = { Connection: 'close' }

/** A name or address, with or without a port; RFC 3986, section 3.2.2. It may be empty. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i

/** A target that is an address and no path; RFC 9112, section 3.2.2. */
const ADDRESS = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i

/**
 * Refuses requests about which two readers of their headers could come to different conclusions.
 *
 * @throws ApiError invalid_request, not_implemented, http_version_not_supported
 * @source RFC 9112, sections 3.2, 6.1 and 7.1; RFC 9110, section 5.3
 */
export function requireSoundHead({ headers, rawHeaders, httpVersion, url = '' }: IncomingMessage): void {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
  const twice = ONCE.find((name) => names.indexOf(name.toLowerCase()) !== names.lastIndexOf(name.toLowerCase()))
  if (twice) throw new ApiError('invalid_request', `The header ${twice} came more than once. Send it once.`)
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    throw new ApiError('http_version_not_supported', 'Send the request as HTTP/1.1.', [], CLOSE)
  if (httpVersion === '1.1' && headers.host === undefined)
    throw new ApiError('invalid_request', 'The header Host is missing. Send it with every request of HTTP/1.1.')
  if (!HOST.test(headers.host ?? ''))
    throw new ApiError('invalid_request', 'The header Host is no name or address of a host with or without a port.')
  requireHostOf(url)
  requireChunked(headers['transfer-encoding'], httpVersion)
}

/** Whoever parses an address without one takes parts of it for something else, and may complain with all of its text. */
function requireHostOf(url: string): void {
  if (url.startsWith('/') || url === '*') return
  const host = ADDRESS.exec(url)?.[1] ?? ''
  if (host !== '' && HOST.test(host)) return
  throw new ApiError('invalid_request', 'The target of the request is neither a path nor an address with a fit host.')
}

/** `chunked` is the only transfer coding that there is here. Node takes any that end with it, and does not decode them. */
function requireChunked(codings: string | undefined, httpVersion: string): void {
  if (codings === undefined) return
  if (httpVersion === '1.0')
    throw new ApiError('invalid_request', 'HTTP/1.0 has no Transfer-Encoding. Send a Content-Length.', [], CLOSE)
  const [first = '', ...more] = codings.split(',').map((coding) => coding.trim().toLowerCase())
  if (first === 'chunked' && more.length === 0) return
  if ((more.at(-1) ?? first) !== 'chunked')
    throw new ApiError('invalid_request', 'Where the body ends is not told: chunked is not its last coding.', [], CLOSE)
  if (first === 'chunked') throw new ApiError('invalid_request', 'The body is chunked twice. Chunk it once.')
  const message = `There is no transfer coding besides chunked. Send the body without ${codings.split(',')[0]?.trim()}.`
  throw new ApiError('not_implemented', message)
}
