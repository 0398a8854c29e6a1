import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../shared/databases/databases.ts'
import { findEventHeads } from '../../shared/store/platform/events.ts'
import type { Feeds } from '../http/api-deps.ts'

const POLL_MS = 100

type Waiter = { readonly end_customer_id: string; readonly after: bigint; readonly wake: () => void }

export function watchFeeds(database: Pick<Database, 'pool'>): Feeds {
  const waiting = new Set<Waiter>()
  let isClosed = false
  let isPolling = false
  return {
    changed(end_customer_id, after, seconds) {
      if (isClosed) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(() => waiter.wake(), seconds * 1000)
        const waiter: Waiter = {
          end_customer_id,
          after,
          wake() {
            clearTimeout(timer)
            waiting.delete(waiter)
            resolve()
          },
        }
        waiting.add(waiter)
        if (!isPolling) void poll()
      })
    },
    close() {
      isClosed = true
      for (const waiter of [...waiting]) waiter.wake()
    },
  }

  /** One query for all waiting requests. While the database is away none is woken; each answers at its timeout. */
  async function poll(): Promise<void> {
    isPolling = true
    while (waiting.size > 0) {
      const ids = [...new Set([...waiting].map(({ end_customer_id }) => end_customer_id))]
      const last_events = await findEventHeads(database.pool, ids).catch(() => [])
      const heads = new Map(last_events.map((head) => [head.end_customer_id, head]))
      for (const waiter of [...waiting]) {
        const head = heads.get(waiter.end_customer_id)
        // Who has moved is answered with what there was, and asks at the new place for what comes.
        if (head && (head.is_gone || head.last_event_number > waiter.after)) waiter.wake()
      }
      await sleep(POLL_MS)
    }
    isPolling = false
  }
}
