import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { SECURITY_HEADERS } from './middleware/secure-headers.ts'

/** What Node could not make a request of, by its own codes; everything else is a malformed request. */
const REFUSALS: Readonly<Record<string, { readonly status: number; readonly message: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request was not complete in time.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The head of the request is too large.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The extensions of a chunk are too large.' },
}
const MALFORMED = { status: 400, message: 'This is not a request in HTTP/1.1.' }

/** Answers what never becomes a request in the same envelope and with the same headers as everything else; hangs up. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  // Behind an answer that has begun nothing can be said any more. Node looks at the same property.
  const { _httpMessage: begun } = socket as { _httpMessage?: { headersSent: boolean } }
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
    socket.destroy(error)
    return
  }
  const { status, message } = REFUSALS[error.code ?? ''] ?? MALFORMED
  const request_id = randomUUID()
  const body = JSON.stringify({ error: { code: 'invalid_request', message, request_id, details: [] } })
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': request_id,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'), () =>
    socket.destroy(error),
  )
}
