import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** The body of one request, of which nobody else reads. */
export type PacedBody = {
  /** To be called for each piece. */
  count(bytes: number): void
  /** While the last piece is worked on. */
  hold(): void
  release(): void
  /** Gives the connection back. */
  end(): void
}

/** A socket brings 64 kB before it can be paused. */
const LEAST_BYTES = 65_536

/**
 * Bodies that are read together bring so many bytes into a turn at most: one sender alone can bring two megabytes into a turn
 * of the event loop, and a thousand of them two gigabytes.
 *
 * @param later calls when the next turn begins
 */
export function readInTurns(bytes_per_turn: number, later: (begin: () => void) => void) {
  const waiting = new Set<Socket>()
  let left = bytes_per_turn
  let isTurnAwaited = false

  function beginTurn(): void {
    isTurnAwaited = false
    left = bytes_per_turn
    for (const socket of [...waiting].slice(0, bytes_per_turn / LEAST_BYTES)) {
      waiting.delete(socket)
      socket.resume()
    }
    if (waiting.size > 0) awaitTurn()
  }

  function awaitTurn(): void {
    if (isTurnAwaited) return
    isTurnAwaited = true
    later(beginTurn)
  }

  return (request: IncomingMessage): PacedBody => {
    const { socket } = request
    // Node lets the socket go on behind each piece that is read, whoever has paused it.
    request._read = () => {}
    const wait = () => {
      socket.pause()
      waiting.add(socket)
      awaitTurn()
    }
    const release = () => {
      if (left > 0) socket.resume()
      else wait()
    }
    // It may have been paused since the head was read.
    release()
    return {
      count(bytes) {
        left -= bytes
        awaitTurn()
        if (left <= 0) wait()
      },
      hold() {
        waiting.delete(socket)
        socket.pause()
      },
      release,
      end() {
        waiting.delete(socket)
        socket.resume()
      },
    }
  }
}
