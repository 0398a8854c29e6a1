import { type Abandoned, fairTurns } from '../admission/fair-turns.ts'

/** So many at once, and so many of each key; keys that wait have their turn one after the other. */
export type Slots = {
  /**
   * @returns what leaves the slot
   * @throws the reason of the signal when it is aborted before there is a slot
   */
  enter(key: string, signal: AbortSignal): Promise<() => void>
  counts(): { readonly waiting: number; readonly reading: number }
}

export function createSlots(most: number, most_per_key: number): Slots {
  const inTurn = fairTurns({ of_key: most_per_key, in_all: most })
  let waiting = 0
  let reading = 0
  return {
    async enter(key, signal) {
      signal.throwIfAborted()
      waiting += 1
      const entered = Promise.withResolvers<() => void>()
      const read = () => {
        const left = Promise.withResolvers<void>()
        waiting -= 1
        reading += 1
        entered.resolve(() => {
          reading -= 1
          left.resolve()
        })
        return left.promise
      }
      inTurn(key, read, abandonedBy(signal)).catch((reason) => {
        waiting -= 1
        entered.reject(reason)
      })
      return entered.promise
    },
    counts: () => ({ waiting, reading }),
  }
}

function abandonedBy(signal: AbortSignal): Abandoned {
  return (listen) => {
    const abort = () => listen(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    return () => signal.removeEventListener('abort', abort)
  }
}
