import { createServer, type RequestListener, type Server } from 'node:http'
import type { Config } from '../../../shared/process/config.ts'
import { refuseConnection } from './refuse-connection.ts'

type Place = Pick<Config, 'host' | 'port'>
type Limits = Pick<Config, 'headers_timeout_ms' | 'request_timeout_ms' | 'keep_alive_timeout_ms' | 'max_header_bytes'>

/**
 * A server that waits for nobody for ever: who is too slow with the headers or with the whole request is answered 408,
 * who sends too many headers 431, and both are hung up on. The time to answer does not count.
 */
export function createHttpServer(listener: RequestListener, limits: Limits): Server {
  const { request_timeout_ms, keep_alive_timeout_ms, max_header_bytes } = limits
  // Headers are part of the request. Node refuses to start with more time for the part than for the whole.
  const headers_timeout_ms = Math.min(limits.headers_timeout_ms, request_timeout_ms)
  const options = {
    headersTimeout: headers_timeout_ms,
    requestTimeout: request_timeout_ms,
    keepAliveTimeout: keep_alive_timeout_ms,
    maxHeaderSize: max_header_bytes,
    // Node looks every 30 seconds otherwise, and a shorter limit would be one on paper only.
    connectionsCheckingInterval: Math.ceil(headers_timeout_ms / 3),
  }
  const server = createServer(options, listener)
  server.on('clientError', refuseConnection)
  // What a client expects besides 100-continue is left aside; Node would answer 417 without asking us.
  server.on('checkExpectation', listener)
  return server
}

/** @throws Error with one sentence when the port cannot be listened on */
export function listen(server: Server, { host, port }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} is in use. Stop what uses it, or set PORT.`
      reject(new Error(code === 'EADDRINUSE' ? inUse : `Cannot listen on ${host}:${port}: ${message}.`))
    })
    server.listen(port, host, resolve)
  })
}
