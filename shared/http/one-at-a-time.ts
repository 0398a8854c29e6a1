import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { discardRest } from './discard-rest.ts'
import type { BeginInTurn } from './turns/requests-in-turns.ts'

/** What is known of a connection. */
type Connection = {
  latest: Latest | undefined
  /** Requests that wait. */
  waiting: number
  /** It brings nothing more that could be a request. */
  isBroken: boolean
  /** Nothing more is taken from it: its last answer says that it closes. */
  isFull: boolean
}

/** The last request that came over a connection, and the answer before its own. */
type Latest = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly before: ServerResponse | undefined
}

const connections = new WeakMap<Socket, Connection>()

/** Nobody sends more ahead, and one piece of 64 kB has room for two thousand. */
const MOST_WAITING = 100
/** Node takes up to a thirtieth of a millisecond for each, and reads all connections that have brought some in one turn. */
const MANY_OF_ALL = 500
const MOST_WAITING_BESIDE_MANY = 10
/** The parser stops behind a request whose handler returns this. */
const UPGRADED = 2

/** Requests that wait on all connections of this process. */
let waiting_of_all = 0

/** Node warns of eleven. A streamed answer has ten, and one more where the next request waits for it. */
const MOST_LISTENERS = 20

/**
 * A connection has one request under way. Node begins every request that it has read, so that a sender who reads no answers
 * has all of them kept in memory: a hundred in 17 kB. The next one begins once the answer before it has left, unless that
 * answer was the last one. Of a connection on which too many wait no more is taken, and sooner where many wait on others: the
 * answer to the last one that was taken says that it closes, so the sender knows which ones to send again.
 *
 * @param beginInTurn so that those of many connections do not begin at the same moment
 * @source RFC 9112, sections 9.3.2 and 9.6
 */
export function oneAtATime(listener: RequestListener, beginInTurn: BeginInTurn): RequestListener {
  return (request, response) => {
    const { socket } = request
    const connection = connectionOf(socket)
    const before = connection.latest?.response
    const mayWait = waiting_of_all >= MANY_OF_ALL ? MOST_WAITING_BESIDE_MANY : MOST_WAITING
    if (before && !before.writableFinished && connection.waiting >= mayWait)
      return closeBehind(before, connection, socket)
    connection.latest = { request, response, before }
    response.setMaxListeners(MOST_LISTENERS)
    const begin = () =>
      beginInTurn(request, () => {
        if (socket.writable && (request.complete || !connection.isBroken)) listener(request, response)
      })
    if (!before || before.writableFinished) return begin()
    wait(connection)
    before.once('close', () => {
      wait(connection, -1)
      begin()
    })
  }
}

/**
 * Calls when the whole requests of a connection are answered, on which something came that is none. A request that it is the
 * rest of is not answered itself.
 *
 * @source RFC 9112, section 9.3.2: answers are in the order of the requests
 */
export function onceAnswered(socket: Socket, refuse: () => void): void {
  const connection = connectionOf(socket)
  if (connection.isFull) return
  connection.isBroken = true
  const { latest } = connection
  const awaited = latest?.request.complete ? latest.response : latest?.before
  if (!awaited || awaited.writableFinished) refuse()
  else {
    socket.pause()
    awaited.once('close', () => {
      if (!socket.destroyed) refuse()
    })
  }
}

function wait(connection: Connection, count = 1): void {
  // It waits for nothing any more when it is closed.
  if (connection.waiting + count < 0) return
  connection.waiting += count
  waiting_of_all += count
}

/**
 * Takes no more from a connection, and closes it behind an answer. Node would parse all that it has read, 64 kB in 30 ms. What
 * has come meanwhile is read and discarded then: a connection that is closed over unread bytes is reset, and the answers are lost.
 */
function closeBehind(last: ServerResponse, connection: Connection, socket: Socket): void {
  connection.isFull = true
  last.shouldKeepAlive = false
  const { parser } = socket as { parser?: { onIncoming: (() => number) | null } | null }
  if (parser) parser.onIncoming = () => UPGRADED
  // Node lets a socket go on behind each message and each answer, whoever has paused it.
  const { resume } = socket
  socket.resume = () => socket
  socket.pause()
  socket.destroySoon = () => {
    socket.resume = resume
    socket.end()
    socket.resume()
    discardRest(socket)
  }
}

function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket)
  if (known) return known
  const connection: Connection = { latest: undefined, waiting: 0, isBroken: false, isFull: false }
  connections.set(socket, connection)
  socket.once('close', () => wait(connection, -connection.waiting))
  return connection
}
