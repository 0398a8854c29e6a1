import { createServer, type RequestListener, type Server } from 'node:http'
import type { Config } from '../process/config.ts'
import { awaitContinue } from './awaited-continue.ts'
import { beginInTurns } from './begin-in-turns.ts'
import { BOUNDS, discardRestOfBody } from './discard-rest.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { countConnections } from './open-connections.ts'
import { type RefusalLog, refusalsOf } from './refuse-connection.ts'
import { requestsInTurns } from './turns/requests-in-turns.ts'

type Address = Pick<Config, 'host' | 'port'>
type Limits = Pick<Config, 'headers_timeout_ms' | 'request_timeout_ms' | 'keep_alive_timeout_ms' | 'max_header_bytes'>

/**
 * A server with limits: a client that is too slow with the headers or with the whole request gets 408, one that sends too
 * many headers 431, and both connections are closed. The time to answer does not count. Node answers nothing by itself:
 * what never becomes a request is refused like everything else, and `requireSoundHead` decides on the headers.
 */
export function createHttpServer(
  listener: RequestListener,
  limits: Limits,
  log: RefusalLog,
  discarded = BOUNDS,
): Server {
  const { request_timeout_ms, keep_alive_timeout_ms, max_header_bytes } = limits
  // Headers are part of the request. Node refuses to start with more time for the part than for the whole.
  const headers_timeout_ms = Math.min(limits.headers_timeout_ms, request_timeout_ms)
  const options = {
    headersTimeout: headers_timeout_ms,
    requestTimeout: request_timeout_ms,
    keepAliveTimeout: keep_alive_timeout_ms,
    maxHeaderSize: max_header_bytes,
    // Node checks every 30 seconds otherwise, and a shorter limit would have no effect.
    connectionsCheckingInterval: Math.ceil(headers_timeout_ms / 3),
    requireHostHeader: false,
  }
  const turns = requestsInTurns()
  const listen = oneAtATime((request, response) => {
    // The parser throws away what has come with such a request: that is of another protocol, and nobody knows where it ends.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    discardRestOfBody(request, response, discarded)
    listener(request, response)
  }, turns.begin)
  const server = createServer(options, listen)
  countConnections(server)
  beginInTurns(server, turns.someWait)
  // Their size is limited. Node would hide those beyond the two thousandth, also a second Host.
  server.maxHeadersCount = 0
  const { clientError, connect } = refusalsOf(log)
  server.on('clientError', clientError)
  server.on('connect', connect)
  // Expectations besides 100-continue are ignored; Node would answer 417 by itself.
  server.on('checkExpectation', listen)
  // Node would ask for a body that nobody reads; it closes the connection behind an answer that comes instead.
  server.on('checkContinue', (request, response) => {
    awaitContinue(request, response)
    listen(request, response)
  })
  return server
}

/** @throws Error with one sentence when the port cannot be listened on */
export function listen(server: Server, { host, port }: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const inUse = `Port ${port} is in use. Stop what uses it, or set PORT.`
      reject(new Error(code === 'EADDRINUSE' ? inUse : `Cannot listen on ${host}:${port}: ${message}.`))
    })
    server.listen(port, host, resolve)
  })
}
