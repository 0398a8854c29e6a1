import type { IncomingMessage } from 'node:http'
import { freeBuffer } from '../process/free-buffer.ts'
import { readInTurns } from './read-in-turns.ts'

/** A turn takes less than a millisecond of the event loop; in a second there is room for 100 MB. */
const TURN_MS = 5
const BYTES_PER_TURN = 524_288

const paced = readInTurns(BYTES_PER_TURN, (begin) => setTimeout(begin, TURN_MS).unref())

/**
 * Reads the rest of a body and keeps nothing of it. All of them together are read at a bounded speed: a thousand senders
 * would take the event loop.
 */
export function discardInTurns(request: IncomingMessage): void {
  const body = paced(request)
  const discard = (piece: Buffer) => {
    body.count(piece.length)
    freeBuffer(piece)
  }
  const end = () => {
    request.off('data', discard).off('end', end).off('close', end)
    body.end()
  }
  request.on('data', discard).on('end', end).on('close', end).resume()
}
