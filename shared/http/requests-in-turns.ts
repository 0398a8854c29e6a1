import type { IncomingMessage } from 'node:http'
import { fairQueue } from './fair-queue.ts'

/** Begins the work on a request, in this turn of the event loop or in a later one. */
export type BeginInTurn = (request: IncomingMessage, begin: () => void) => void

/**
 * A request takes a tenth of a millisecond until it is refused, and up to three milliseconds until it waits for the database
 * or for another turn.
 */
const REQUESTS_PER_TURN = 16
const LEAST_PER_TURN = 2
/** After a longer turn fewer begin in the next one. */
const LONG_TURN_MS = 5

/**
 * Requests that come together begin in turns of the event loop, some in each. Where an answer needs nothing to wait for, the
 * next request of the connection begins in the same turn: twenty thousand that had been sent ahead held it for 1.7 s. Keys
 * take turns, so that one request of another key waits for one turn and not for all of them.
 *
 * @param cpuMs of this thread: a turn is not longer because others have the processor
 */
export function requestsInTurns(cpuMs = threadCpuMs): BeginInTurn {
  const waiting = fairQueue<() => void>()
  let per_turn = REQUESTS_PER_TURN
  let left = per_turn
  let isTurnAwaited = false
  let began_at = 0

  function use(begin: () => void): void {
    left -= 1
    if (!isTurnAwaited) {
      began_at = cpuMs()
      setImmediate(beginTurn)
    }
    isTurnAwaited = true
    begin()
  }

  function beginTurn(): void {
    isTurnAwaited = false
    per_turn =
      cpuMs() - began_at > LONG_TURN_MS
        ? Math.max(LEAST_PER_TURN, Math.floor(per_turn / 2))
        : Math.min(REQUESTS_PER_TURN, per_turn + 1)
    left = per_turn
    let wanted = left
    for (const begin of waiting.take(() => wanted-- > 0)) use(begin)
  }

  return (request, begin) => {
    if (left > 0 && waiting.isEmpty()) use(begin)
    else waiting.add(senderOf(request), begin)
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Whoever has no key shares turns with those of its address, and who invents keys is soon one of very many. */
function senderOf({ headers, socket }: IncomingMessage): string {
  return headers.authorization ?? socket.remoteAddress ?? ''
}
