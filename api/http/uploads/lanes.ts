/** So many at once, and so many of each key; the others wait in the order in which they came. */
export type Lanes = {
  /**
   * @returns what leaves the lane
   * @throws the reason of the signal when it is aborted before there is a lane
   */
  enter(key: string, signal: AbortSignal): Promise<() => void>
  counts(): { readonly waiting: number; readonly reading: number }
}

type InLine = { readonly key: string; readonly begin: () => void }

export function createLanes(most: number, most_per_key: number): Lanes {
  const waiting = new Set<InLine>()
  const running = new Map<string, number>()
  let total = 0
  const hasRoom = (key: string) => total < most && (running.get(key) ?? 0) < most_per_key
  const count = (key: string, change: 1 | -1) => {
    const now = (running.get(key) ?? 0) + change
    if (now > 0) running.set(key, now)
    else running.delete(key)
    total += change
  }
  const beginWaiting = () => {
    for (const next of waiting) {
      if (total >= most) return
      if (!hasRoom(next.key)) continue
      waiting.delete(next)
      count(next.key, 1)
      next.begin()
    }
  }
  const leave = (key: string) => () => {
    count(key, -1)
    beginWaiting()
  }
  return {
    async enter(key, signal) {
      signal.throwIfAborted()
      await new Promise<void>((resolve, reject) => {
        const giveUp = () => {
          waiting.delete(mine)
          reject(signal.reason)
        }
        const begin = () => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        const mine = { key, begin }
        signal.addEventListener('abort', giveUp, { once: true })
        waiting.add(mine)
        beginWaiting()
      })
      return leave(key)
    },
    counts: () => ({ waiting: waiting.size, reading: total }),
  }
}
