import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '../../../shared/contract/platform/errors.ts'
import { SECURITY_HEADERS } from '../middleware/secure-headers.ts'

/** Codes of Node for malformed requests; with any other code it is not HTTP. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'head_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
}

/** Answers malformed requests in the envelope and with the headers of every error, and closes the connection. */
export function refuseConnection(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket): void {
  // An answer that has begun cannot be changed any more. Node checks the same property.
  const { _httpMessage: begun } = socket as { _httpMessage?: { headersSent: boolean } | null }
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
    socket.destroy(error)
    return
  }
  const code = CODES[error.code ?? ''] ?? 'invalid_request'
  const { status, meaning, remedy } = ERRORS[code]
  const request_id = randomUUID()
  const body = JSON.stringify({ error: { code, message: `${meaning} ${remedy}`, request_id, details: [] } })
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': request_id,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  // The answer to HEAD has no content, whatever it is (RFC 9110, section 9.3.2).
  const content = error.rawPacket?.toString('latin1', 0, 5) === 'HEAD ' ? '' : body
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', content].join('\r\n'), () =>
    socket.destroy(error),
  )
}
