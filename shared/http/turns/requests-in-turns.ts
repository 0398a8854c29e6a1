import type { IncomingMessage } from 'node:http'
import { fairQueue } from './fair-queue.ts'
import { keyOfSender } from './known-senders.ts'

/** Begins the work on a request, in this turn of the event loop or in a later one. */
export type BeginInTurn = (request: IncomingMessage, begin: () => void) => void

type RequestTurns = {
  readonly begin: BeginInTurn
  /** Whether some wait for a later turn. */
  someWait(): boolean
}

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
 * take turns, so that one request of another key waits for one turn and not for all of them. A look at the health goes before all keys,
 * one in each turn: behind a request of each of twenty keys, in turns of two, it waited for a quarter of a second.
 *
 * @param cpuMs of this thread: a turn is not longer because others have the processor
 * @param keyOf the key that has been right before with a header, or null
 */
export function requestsInTurns(cpuMs = threadCpuMs, keyOf = keyOfSender): RequestTurns {
  const waiting = fairQueue<() => void>()
  const health = fairQueue<() => void>()
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
    let wanted = 1
    const first = health.take(() => wanted-- > 0)
    wanted = left - first.length
    for (const begin of [...first, ...waiting.take(() => wanted-- > 0)]) use(begin)
  }

  const someWait = () => !waiting.isEmpty() || !health.isEmpty()
  return {
    someWait,
    begin(request, begin) {
      if (left > 0 && !someWait()) use(begin)
      else if (isLookAtHealth(request)) health.add(`${request.url} ${addressOf(request)}`, begin)
      else waiting.add(senderOf(request, keyOf), begin)
    },
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Machines ask these, and end a process that does not answer in time. */
const HEALTH = new Set(['/healthz', '/readyz'])

/** Each address has a line of its own: one for all could be filled by anybody. */
function isLookAtHealth({ headers, url = '' }: IncomingMessage): boolean {
  return headers.authorization === undefined && HEALTH.has(url)
}

/**
 * A key that has been right has a line of its own. Requests without a key share a line for each address, and so do those with a key that is
 * not known yet, another one: each invented key would be one more line before that of a right one.
 */
function senderOf(request: IncomingMessage, keyOf: typeof keyOfSender): string {
  const { authorization } = request.headers
  const address = addressOf(request)
  return authorization === undefined ? address : (keyOf(authorization) ?? `a key from ${address}`)
}

function addressOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? ''
}
