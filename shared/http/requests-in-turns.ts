import type { IncomingMessage } from 'node:http'
import { fairQueue } from './fair-queue.ts'

/** Begins the work on a request, in this turn of the event loop or in a later one. */
export type BeginInTurn = (request: IncomingMessage, begin: () => void) => void

/**
 * A request takes a tenth of a millisecond until it is refused, and up to half of one until it waits for the database or for
 * another turn.
 */
const REQUESTS_PER_TURN = 16

/**
 * Requests that come together begin in turns of the event loop, some in each. Where an answer needs nothing to wait for, the
 * next request of the connection begins in the same turn: twenty thousand that had been sent ahead held it for 1.7 s. Keys
 * take turns, so that one request of another key waits for one turn and not for all of them.
 */
export function requestsInTurns(): BeginInTurn {
  const waiting = fairQueue<() => void>()
  let left = REQUESTS_PER_TURN
  let isTurnAwaited = false

  function use(begin: () => void): void {
    left -= 1
    if (!isTurnAwaited) setImmediate(beginTurn)
    isTurnAwaited = true
    begin()
  }

  function beginTurn(): void {
    isTurnAwaited = false
    left = REQUESTS_PER_TURN
    let wanted = left
    for (const begin of waiting.take(() => wanted-- > 0)) use(begin)
  }

  return (request, begin) => {
    if (left > 0 && waiting.isEmpty()) use(begin)
    else waiting.add(senderOf(request), begin)
  }
}

/** Whoever has no key shares turns with those of its address, and who invents keys is soon one of very many. */
function senderOf({ headers, socket }: IncomingMessage): string {
  return headers.authorization ?? socket.remoteAddress ?? ''
}
