import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 15
/** A key polls at most for a quarter of the time. */
const PAUSES_PER_POLL = 3

/** Polls once, a little later, but at `ends_at` at the latest, and at once when `stopping` is aborted. */
export type PollInTurn = <Result>(
  key: string,
  poll: () => Promise<Result>,
  until: { readonly ends_at: number; readonly stopping: AbortSignal },
) => Promise<Result>

/** The polls of a key: `last` is over when the newest of them is, and the pause after it. */
type KeyPolls = { last: Promise<unknown>; polling: number }

/**
 * Paces the polls of requests that wait. However many requests of a key wait, each poll begins when the one before it is
 * over, and a pause of three times its duration; so the more of them wait, the later each sees its result. Only a request
 * whose wait ends polls beside the others.
 */
export function pollInTurn(): PollInTurn {
  const lines = new Map<string, KeyPolls>()
  return async (key, poll, { ends_at, stopping }) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), polling: 0 }
    lines.set(key, line)
    line.polling += 1
    const before = Promise.all([line.last, pause(POLL_MS)])
    const isOver = Promise.withResolvers<void>()
    line.last = Promise.all([line.last, isOver.promise])
    await turnOrEnd(before, ends_at, stopping)
    const started = performance.now()
    try {
      return await poll()
    } finally {
      pause(PAUSES_PER_POLL * (performance.now() - started)).then(isOver.resolve)
      line.polling -= 1
      if (line.polling === 0) lines.delete(key)
    }
  }
}

/** Leaves no timer and no listener behind: a request that waits long polls very often. */
function turnOrEnd(turn: Promise<unknown>, ends_at: number, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const begin = () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', begin)
      resolve()
    }
    const timer = setTimeout(begin, Math.max(0, ends_at - performance.now()))
    stopping.addEventListener('abort', begin, { once: true })
    turn.then(begin)
  })
}

function pause(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false })
}
