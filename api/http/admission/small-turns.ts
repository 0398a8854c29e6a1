import { fairQueue } from '../../../shared/http/turns/fair-queue.ts'

/** What small bodies may bring into one turn of the event loop, in bytes: as much as fits into a slice. */
const BYTES_PER_TURN = 32_768
/** What a request costs that says nearly nothing. */
const LEAST_BYTES = 1_500

/** @returns undefined where the work may begin at once, as nearly always; otherwise what resolves when it may */
export type SmallTurns = (key: string, bytes: number) => Promise<void> | undefined

/**
 * Lets small bodies begin at once, until those of one turn of the event loop are too many for it. The others have the next
 * turns, keys one after the other.
 */
export function smallTurns(): SmallTurns {
  const waiting = fairQueue<{ readonly cost: number; readonly start: () => void }>()
  let left = BYTES_PER_TURN
  let isEndAwaited = false

  function use(cost: number): void {
    left -= cost
    if (!isEndAwaited) setImmediate(beginTurn)
    isEndAwaited = true
  }

  function beginTurn(): void {
    isEndAwaited = false
    left = BYTES_PER_TURN
    const isWanted = ({ cost }: { readonly cost: number }) => {
      if (cost > left) return false
      use(cost)
      return true
    }
    for (const { start } of waiting.take(isWanted)) start()
  }

  return (key, bytes) => {
    const cost = Math.max(LEAST_BYTES, bytes)
    if (cost <= left && waiting.isEmpty()) return use(cost) as undefined
    return new Promise((resolve) => waiting.add(key, { cost, start: resolve }))
  }
}
