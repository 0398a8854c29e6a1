import type { Pool } from '../../shared/store/db/database.ts'
import {
  addWebhookPositions,
  type DueWebhook,
  findDueWebhooks,
  MOST_OF_ONE,
  type WebhookPlace,
} from '../../shared/store/webhooks/due-webhooks.ts'

/** One small query where there is no subscription. */
export const IDLE_MS = 1_000
const POLL_MS = 200
/** Between two pages, or where a page had more than was taken. */
export const SHORTEST_MS = 20
const ADD_EVERY_MS = 1_000
/** Looking takes at most a fifth of the time: at 100,000 positions it takes a second or two. */
const RESTS = 4

export type WebhookLook = {
  readonly due: readonly DueWebhook[]
  /** A subscription has more than were given. */
  readonly has_more: boolean
  /** For how long there is nothing else to look for. */
  readonly pause_ms: number
}

/** Looks for positions that have events to send, page after page, and adds those of feeds that are new. */
export function lookForWebhooks(
  pool: Pool,
  where: { readonly is_home: boolean },
): (busy: readonly string[]) => Promise<WebhookLook> {
  let place: WebhookPlace | null = null
  let addedTo: string | null = null
  let addAt = 0
  return async (busy) => {
    const began = performance.now()
    if (performance.now() >= addAt) {
      addedTo = await addWebhookPositions(pool, addedTo, where)
      if (addedTo === null) addAt = performance.now() + ADD_EVERY_MS
    }
    const { due, next, is_any } = await findDueWebhooks(pool, place, busy)
    const isIdle = place === null && !is_any
    place = next
    const least_ms = next !== null ? SHORTEST_MS : isIdle ? IDLE_MS : POLL_MS
    const pause_ms = Math.max(least_ms, RESTS * (performance.now() - began))
    return { due, has_more: due.length >= MOST_OF_ONE, pause_ms }
  }
}
