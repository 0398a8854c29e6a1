import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { BeginInTurn } from './requests-in-turns.ts'

/** What is known of a connection. */
type Connection = {
  latest: Latest | undefined
  /** Requests that wait. */
  waiting: number
  /** It brings nothing more that could be a request. */
  isBroken: boolean
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
 * answer was the last one. A connection on which too many wait is ended, and sooner where many wait on others. It is not paused: a paused one does not notice
 * that the sender has gone.
 *
 * @param beginInTurn so that those of many connections do not begin at the same moment
 * @source RFC 9112, sections 9.3.2 and 9.6
 */
export function oneAtATime(listener: RequestListener, beginInTurn: BeginInTurn): RequestListener {
  return (request, response) => {
    const { socket } = request
    const connection = connectionOf(socket)
    const before = connection.latest?.response
    connection.latest = { request, response, before }
    response.setMaxListeners(MOST_LISTENERS)
    const begin = () =>
      beginInTurn(request, () => {
        if (socket.writable && (request.complete || !connection.isBroken)) listener(request, response)
      })
    if (!before || before.writableFinished) return begin()
    wait(connection)
    if (connection.waiting > (waiting_of_all > MANY_OF_ALL ? MOST_WAITING_BESIDE_MANY : MOST_WAITING)) end(socket)
    else
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

/** Node would parse all that it has read of a connection, also when that has been destroyed: 64 kB took 30 ms. */
function end(socket: Socket): void {
  const { parser } = socket as { parser?: { onIncoming: (() => number) | null } | null }
  if (parser) parser.onIncoming = () => UPGRADED
  socket.destroy()
}

function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket)
  if (known) return known
  const connection: Connection = { latest: undefined, waiting: 0, isBroken: false }
  connections.set(socket, connection)
  socket.once('close', () => wait(connection, -connection.waiting))
  return connection
}
