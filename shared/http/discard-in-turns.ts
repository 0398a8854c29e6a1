import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { withSmallHeap } from '../process/small-heap.ts'

/** A turn takes less than a millisecond of the event loop; in a second there is room for 200 MB. */
const TURN_MS = 5
const BYTES_PER_TURN = 1_048_576
/** A socket brings 64 kB before it can be paused. */
const SOCKETS_PER_TURN = BYTES_PER_TURN / 65_536

let left = BYTES_PER_TURN
let discarding = 0
let timer: NodeJS.Timeout | undefined
/** Paused, in the order in which they come next. */
const waiting = new Set<Socket>()

/**
 * Reads the rest of a body and keeps nothing of it. All of them together are read at a bounded speed: each piece is a
 * buffer of its own, and a thousand senders would bring them faster than they are collected, and take the event loop.
 */
export function discardInTurns(request: IncomingMessage): void {
  const { socket } = request
  const stop = begin()
  const count = ({ length }: Buffer) => {
    left -= length
    if (left > 0) return
    // Of the socket, as a request that is paused keeps what has been read already.
    socket.pause()
    waiting.add(socket)
  }
  const end = () => {
    request.off('data', count).off('end', end).off('close', end)
    if (waiting.delete(socket)) socket.resume()
    stop()
  }
  request.on('data', count).on('end', end).on('close', end).resume()
}

/** @returns ends it */
function begin(): () => void {
  discarding += 1
  timer ??= setInterval(nextTurn, TURN_MS).unref()
  const { promise, resolve } = Promise.withResolvers<void>()
  void withSmallHeap(() => promise)
  return () => {
    discarding -= 1
    resolve()
    if (discarding > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function nextTurn(): void {
  left = BYTES_PER_TURN
  for (const socket of [...waiting].slice(0, SOCKETS_PER_TURN)) {
    waiting.delete(socket)
    socket.resume()
  }
}
