import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { ApiError } from '../contract/platform/errors.ts'
import { isBearer } from '../process/bearer.ts'
import type { Config } from '../process/config.ts'
import { envelopeOf } from './error-envelope.ts'
import { createHttpServer, listen } from './http-server.ts'
import type { RefusalLog } from './refuse-connection.ts'
import { requireSoundHead } from './require-sound-head.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

export type MetricsServer = { readonly port: number; close(): Promise<void> }

/** Answers `GET /metrics` in a process without other HTTP, to requests with the token, and nothing else. */
export async function serveMetrics(
  register: Registry,
  { host, port, token }: { readonly host: string; readonly port: number; readonly token: string },
  config: Config,
  log: RefusalLog,
): Promise<MetricsServer> {
  const limits = { ...config, headers_timeout_ms: 5_000, request_timeout_ms: 5_000 }
  const server = createHttpServer(
    async (request, response) => {
      try {
        requireScrape(request, token)
        const text = await register.metrics()
        send(response, 200, { 'Content-Type': register.contentType }, text)
      } catch (error) {
        refuse(response, error)
      }
    },
    limits,
    log,
  )
  await listen(server, { host, port })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** @throws ApiError */
function requireScrape(request: IncomingMessage, token: string): void {
  requireSoundHead(request)
  if (request.url !== '/metrics') throw new ApiError('not_found', 'There is only /metrics.')
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new ApiError('method_not_allowed', '/metrics is only read.', [], { Allow: 'GET, HEAD' })
  if (!isBearer(request.headers.authorization ?? '', token))
    throw new ApiError('invalid_auth', 'Send Authorization: Bearer with the value of METRICS_TOKEN.', [], {
      'WWW-Authenticate': 'Bearer',
    })
}

function refuse(response: ServerResponse, error: unknown): void {
  const known = error instanceof ApiError ? error : new ApiError('internal_error', 'The metrics cannot be read.')
  const request_id = randomUUID()
  const content = { 'Content-Type': 'application/json; charset=utf-8', 'X-Request-Id': request_id }
  send(response, known.status, { ...content, ...known.headers }, JSON.stringify(envelopeOf(known, request_id)))
}

function send(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>, text: string): void {
  const length = { 'Content-Length': Buffer.byteLength(text) }
  response.writeHead(status, { ...SECURITY_HEADERS, ...headers, ...length }).end(text)
}
