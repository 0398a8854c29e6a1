import { createServer } from 'node:http'
import type { Registry } from 'prom-client'
import { isBearer } from './bearer.ts'

export type MetricsServer = { readonly port: number; close(): Promise<void> }

/** Answers `GET /metrics` in a process without other HTTP, to requests with the token, and nothing else. */
export async function serveMetrics(
  register: Registry,
  { host, port, token }: { readonly host: string; readonly port: number; readonly token: string },
): Promise<MetricsServer> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, async (request, response) => {
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Cache-Control', 'no-store')
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    if (!isBearer(request.headers.authorization ?? '', token)) return response.writeHead(401).end()
    const text = await register.metrics()
    return response.writeHead(200, { 'Content-Type': register.contentType }).end(text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`Cannot serve metrics on ${host}:${port}: ${error.message}.`)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
