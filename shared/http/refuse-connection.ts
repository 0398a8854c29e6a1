import { randomUUID } from 'node:crypto'
import { METHODS, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '../contract/platform/errors.ts'
import { discardRest } from './discard-rest.ts'
import { envelopeOf } from './error-envelope.ts'
import { onceAnswered } from './one-at-a-time.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer; readonly bytesParsed?: number }

/** Where refusals are logged; pino's logger is one. */
export type RefusalLog = { info(fields: object, message: string): void }

/** Codes of Node for malformed requests; with any other code it is not HTTP. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'head_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  HPE_PAUSED_H2_UPGRADE: 'http_version_not_supported',
}
/** A request line that is as RFC 9112 wants it, section 3, with a method that Node does not know. */
const REQUEST_LINE = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/\d\.\d\r?\n/
/** The same with one that it knows, or the beginning of it up to its target: it may stand right behind a body. */
const KNOWN_LINE = new RegExp(`(${METHODS.join('|')}) \\S*(?: HTTP/\\d\\.\\d\\r?\\n|$)`, 'g')

/** The answers that Node would give by itself, without envelope and headers: to requests that are none, and to CONNECT. */
export function refusalsOf(log: RefusalLog) {
  const refused = new WeakSet<Socket>()
  const refuse = (socket: Socket, code: ErrorCode, reason: string | undefined, isHead: boolean) => {
    const request_id = randomUUID()
    socket.resume()
    log.info({ request_id, status: ERRORS[code].status, reason }, 'a connection was refused')
    socket.end(messageOf(code, request_id, isHead), () => code === 'request_timeout' && socket.destroy())
    discardRest(socket)
  }
  return {
    /** Malformed requests, and those that do not end in time. */
    clientError(error: ParserError, socket: Socket): void {
      // The parser reports what it gets behind a refused request again and again.
      if (refused.has(socket)) return
      refused.add(socket)
      const isHead = isHeadOf(error)
      const code = codeOf(error)
      if (error.code === 'ECONNRESET') socket.destroy(error)
      else
        onceAnswered(socket, () => {
          // An answer that has begun cannot be changed any more. Node checks the same property.
          const { _httpMessage: begun } = socket as { _httpMessage?: { headersSent: boolean } | null }
          if (!socket.writable || begun?.headersSent) socket.destroy(error)
          else refuse(socket, code, error.code, isHead)
        })
    },
    /** This service is no proxy (RFC 9110, section 9.3.6). Node would hang up without a word. */
    connect(_: unknown, socket: Socket): void {
      socket.on('error', () => socket.destroy())
      refused.add(socket)
      onceAnswered(socket, () => refuse(socket, 'not_implemented', 'CONNECT', false))
    },
  }
}

function codeOf(error: ParserError): ErrorCode {
  const { code: reason = '' } = error
  const { before, behind } = partsOf(error)
  const begun = before.slice(before.lastIndexOf('\n') + 1)
  // The parser stops within a method, at the first letter by which it differs from all that it knows.
  if (reason === 'HPE_INVALID_METHOD' && [begun + behind, behind].some((line) => REQUEST_LINE.test(line)))
    return 'not_implemented'
  if (reason === 'HPE_INVALID_VERSION' && knownLineOf(begun + behind)) return 'http_version_not_supported'
  return CODES[reason] ?? 'invalid_request'
}

/** Whether the method of the refused request is HEAD. Other requests may stand before it in the same bytes. */
function isHeadOf(error: ParserError): boolean {
  if (error.code === 'HPE_INVALID_METHOD') return false
  const { before, behind } = partsOf(error)
  const head = before.slice(Math.max(before.lastIndexOf('\n\n'), before.lastIndexOf('\n\r\n')) + 1)
  const rest = error.code === 'HPE_INVALID_VERSION' ? behind.slice(0, behind.indexOf('\n') + 1) : ''
  return knownLineOf(head + rest) === 'HEAD'
}

function knownLineOf(text: string): string | undefined {
  return [...text.matchAll(KNOWN_LINE)].at(-1)?.[1]
}

/** The bytes up to the place that the parser refused, and those from there on. */
function partsOf({ rawPacket, bytesParsed = 0 }: ParserError) {
  const text = rawPacket?.toString('latin1', 0, bytesParsed + 8_192) ?? ''
  return { before: text.slice(0, bytesParsed), behind: text.slice(bytesParsed) }
}

function messageOf(code: ErrorCode, request_id: string, isHead: boolean): string {
  const { status, meaning, remedy } = ERRORS[code]
  const body = JSON.stringify(envelopeOf({ code, message: `${meaning} ${remedy}`, details: [] }, request_id))
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': request_id,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  // The answer to HEAD has no content, whatever it is (RFC 9110, section 9.3.2).
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', isHead ? '' : body].join('\r\n')
}
