import type { Abandoned } from '../admission/fair-turns.ts'

/** Memory that keys share. */
export type SharedMemory = {
  ofKey(key_id: string): number
  ofAll(): number
  hasRoom(key_id: string, bytes: number): boolean
  /** Resolves as soon as the key may have more. */
  room(key_id: string, abandoned: Abandoned): Promise<void>
  add(key_id: string, bytes: number): void
}

/**
 * A key may have as much as it leaves to the others: half where it is alone, a third where there are two. So there is
 * always room for one more, however many keys have what they may. Something that is larger than every share has room where
 * the key has nothing else.
 */
export function shareMemory(most: number): SharedMemory {
  const byKey = new Map<string, number>()
  const waiting = new Set<{ readonly key_id: string; readonly letIn: () => void }>()
  let all = 0
  const ofKey = (key_id: string) => byKey.get(key_id) ?? 0
  const hasRoom = (key_id: string, bytes: number) =>
    ofKey(key_id) === 0 ? all < most : ofKey(key_id) + bytes <= most - all - bytes
  const letWaitingIn = () => {
    for (const one of waiting) if (hasRoom(one.key_id, 0) && waiting.delete(one)) one.letIn()
  }
  return {
    ofKey,
    ofAll: () => all,
    hasRoom,
    room(key_id, abandoned) {
      if (hasRoom(key_id, 0)) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const letIn = () => {
          stopListening()
          resolve()
        }
        const one = { key_id, letIn }
        waiting.add(one)
        const stopListening = abandoned((reason) => {
          waiting.delete(one)
          reject(reason)
        })
      })
    },
    add(key_id, bytes) {
      const of_key = ofKey(key_id) + bytes
      if (of_key > 0) byKey.set(key_id, of_key)
      else byKey.delete(key_id)
      all += bytes
      if (bytes < 0) letWaitingIn()
    },
  }
}
