import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { discardInTurns } from './discard-in-turns.ts'

/**
 * A sender that writes everything before it reads gets its answer only if the rest is taken from it: a connection that is
 * closed over unread bytes is reset, and the reset discards the answer (RFC 9112, section 9.6). The bounds keep that from
 * being a way to hold connections: more than the largest bank statement, in less time than a slow sender has otherwise.
 */
export const BOUNDS = { bytes: 256 * 1024 * 1024, ms: 30_000 }
/** Behind bytes that are no request comes nothing that is worth waiting for. */
const BOUNDS_OF_REFUSED = { bytes: 16 * 1024 * 1024, ms: 5_000 }
const POLL_MS = 100

/** Reads and discards what follows on a connection that is refused, and whose answer has been sent; then closes it. */
export function discardRest(socket: Socket): void {
  closeBeyond(socket, BOUNDS_OF_REFUSED)
}

/**
 * The same for the rest of a body that the answer did not need. When all of it has come, the connection stays open, or is closed
 * where the sender or the answer says so.
 */
export function discardRestOfBody(request: IncomingMessage, response: ServerResponse, bounds: typeof BOUNDS): void {
  // Before Node's listener, which closes the connection or forgets the request.
  response.prependListener('finish', () => {
    if (request.complete || request.destroyed) return
    const stop = closeBeyond(request.socket, bounds)
    request.once('end', stop)
    closeBehind(request)
    discardInTurns(request)
  })
}

/** Node destroys a connection behind its last answer, whatever is still to come: the answer goes out, and the rest comes in first. */
function closeBehind(request: IncomingMessage): void {
  const { socket } = request
  const { destroySoon } = socket
  socket.destroySoon = () => {
    socket.end()
    request.once('end', () => destroySoon.call(socket))
  }
  request.once('end', () => {
    socket.destroySoon = destroySoon
  })
}

const bounded = new Map<Socket, { readonly deadline: number; readonly most_read: number }>()
let timer: NodeJS.Timeout | undefined

/** @returns stops to look */
function closeBeyond(socket: Socket, { bytes, ms }: typeof BOUNDS): () => void {
  bounded.set(socket, { deadline: performance.now() + ms, most_read: socket.bytesRead + bytes })
  timer ??= setInterval(closeThoseBeyond, POLL_MS).unref()
  const stop = () => {
    socket.off('close', stop)
    bounded.delete(socket)
    if (bounded.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  socket.once('close', stop)
  return stop
}

function closeThoseBeyond(): void {
  const now = performance.now()
  for (const [socket, { deadline, most_read }] of bounded)
    if (now >= deadline || socket.bytesRead > most_read) socket.destroy()
}
