import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Each brings up to 64 kB and a request, which takes a quarter of a millisecond until it is refused or waits for the
 * database.
 */
const CONNECTIONS_PER_TURN = 4
/** Fewer than requests begin in the longest turn: what a connection brings is kept until its request begins. */
const BESIDE_REQUESTS_THAT_WAIT = 1

/**
 * New connections that come together are read from in turns of the event loop, a few in each: a thousand that each bring
 * the beginning of a body would hold it for a quarter of a second, and take 64 kB each before one of them is refused. The oldest
 * and the newest have their turn alternately, because who comes behind four hundred that bring ninety requests each would wait for a
 * second, whoever it is. The oldest have half of the turns, so nobody waits for ever.
 *
 * @param requestsWait whether requests that have come wait for their turn
 */
export function beginInTurns(server: Server, requestsWait: () => boolean): void {
  const waiting: Socket[] = []
  let left = CONNECTIONS_PER_TURN
  let isTurnAwaited = false
  let isOldest = false

  function next(): Socket | undefined {
    isOldest = !isOldest
    return isOldest ? waiting.shift() : waiting.pop()
  }

  function awaitTurn(): void {
    if (isTurnAwaited) return
    isTurnAwaited = true
    setImmediate(beginTurn)
  }

  function beginTurn(): void {
    isTurnAwaited = false
    const most = requestsWait() ? BESIDE_REQUESTS_THAT_WAIT : CONNECTIONS_PER_TURN
    left = most
    for (; left > 0 && waiting.length > 0; left -= 1) next()?.resume()
    if (left < most) awaitTurn()
  }

  server.on('connection', (socket) => {
    awaitTurn()
    if (left > 0) {
      left -= 1
      return
    }
    socket.pause()
    waiting.push(socket)
  })
}
