import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../../shared/store/db/database.ts'
import { findEventHeads } from '../../shared/store/platform/events.ts'
import type { Feeds } from '../http/api-deps.ts'

const LOOK_EVERY_MS = 100

type Waiting = { readonly end_customer_id: string; readonly after: bigint; readonly wake: () => void }

export function watchFeeds(pool: Pool): Feeds {
  const waiting = new Set<Waiting>()
  let isClosed = false
  let isLooking = false
  return {
    changed(end_customer_id, after, seconds) {
      if (isClosed) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(() => own.wake(), seconds * 1000)
        const own: Waiting = {
          end_customer_id,
          after,
          wake() {
            clearTimeout(timer)
            waiting.delete(own)
            resolve()
          },
        }
        waiting.add(own)
        if (!isLooking) void look()
      })
    },
    close() {
      isClosed = true
      for (const own of [...waiting]) own.wake()
    },
  }

  /** While the database is away nobody is woken; each request then answers when its time is over. */
  async function look(): Promise<void> {
    isLooking = true
    while (waiting.size > 0) {
      const ids = [...new Set([...waiting].map(({ end_customer_id }) => end_customer_id))]
      const heads = await findEventHeads(pool, ids).catch(() => [])
      const last = new Map(heads.map((head) => [head.end_customer_id, head.last_event_number]))
      for (const own of [...waiting]) if ((last.get(own.end_customer_id) ?? 0n) > own.after) own.wake()
      await sleep(LOOK_EVERY_MS)
    }
    isLooking = false
  }
}
