import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The last request that came over a connection, and the answer before its own. */
type Latest = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly before: ServerResponse | undefined
}

const latestOf = new WeakMap<Socket, Latest>()
/** Connections that bring nothing more that could be a request. */
const broken = new WeakSet<Socket>()

/** Requests that wait on a connection. Nobody sends more ahead, and one piece of 64 kB has room for two thousand. */
const MOST_WAITING = 100
const waitingOn = new WeakMap<Socket, number>()

/**
 * A connection has one request under way. Node begins every request that it has read, so that a sender who reads no answers
 * has all of them kept in memory: a hundred in 17 kB. The next one begins once the answer before it has left, unless that
 * answer was the last one. A connection on which too many wait is ended. It is not paused: a paused one does not notice
 * that the sender has gone.
 *
 * @source RFC 9112, sections 9.3.2 and 9.6
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    const before = latestOf.get(socket)?.response
    latestOf.set(socket, { request, response, before })
    const begin = () => {
      if (socket.writable && (request.complete || !broken.has(socket))) listener(request, response)
    }
    if (!before || before.writableFinished) begin()
    else if (waitsOn(socket, 1) > MOST_WAITING) socket.destroy()
    else
      before.once('close', () => {
        waitsOn(socket, -1)
        begin()
      })
  }
}

/** @returns how many requests wait on the connection then */
function waitsOn(socket: Socket, more: 1 | -1): number {
  const count = (waitingOn.get(socket) ?? 0) + more
  waitingOn.set(socket, count)
  return count
}

/**
 * Calls when the whole requests of a connection are answered, on which something came that is none. A request that it is the
 * rest of is not answered itself.
 *
 * @source RFC 9112, section 9.3.2: answers are in the order of the requests
 */
export function onceAnswered(socket: Socket, refuse: () => void): void {
  broken.add(socket)
  const latest = latestOf.get(socket)
  const awaited = latest?.request.complete ? latest.response : latest?.before
  if (!awaited || awaited.writableFinished) refuse()
  else {
    socket.pause()
    awaited.once('close', () => {
      if (!socket.destroyed) refuse()
    })
  }
}
