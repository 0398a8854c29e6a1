import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../shared/databases/databases.ts'
import { type EventHead, findEventHeads } from '../../shared/store/platform/events.ts'
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
      const asked = [...waiting]
      const ids = [...new Set(asked.map(({ end_customer_id }) => end_customer_id))]
      const heads = await findEventHeads(database.pool, ids).catch(() => null)
      if (heads) wakeThoseWithNews(asked, heads)
      await sleep(POLL_MS)
    }
    isPolling = false
  }
}

function wakeThoseWithNews(waiting: readonly Waiter[], heads: readonly EventHead[]): void {
  const headOf = new Map(heads.map((head) => [head.end_customer_id, head]))
  for (const { end_customer_id, after, wake } of waiting) if (hasNews(headOf.get(end_customer_id), after)) wake()
}

/** Who has moved is answered with what there was, and asks at the new place for what comes. Where events were and are none, its rows are gone already. */
function hasNews(head: EventHead | undefined, after: bigint): boolean {
  return head ? head.is_gone || head.last_event_number > after : after > 0n
}
