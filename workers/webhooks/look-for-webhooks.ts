import type { Pool } from '../../shared/store/db/database.ts'
import {
  addWebhookPositions,
  type DueWebhook,
  findDueWebhooks,
  MOST_OF_ONE,
  type WebhookCursors,
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
  let cursors: WebhookCursors = new Map()
  let addedTo: WebhookCursors = new Map()
  let addAt = 0
  return async (busy) => {
    const began = performance.now()
    if (performance.now() >= addAt) {
      addedTo = await addWebhookPositions(pool, addedTo, where)
      if (addedTo.size === 0) addAt = performance.now() + ADD_EVERY_MS
    }
    const { due, next, is_last, is_any } = await findDueWebhooks(pool, cursors, busy)
    cursors = next
    const least_ms = !is_last ? SHORTEST_MS : is_any ? POLL_MS : IDLE_MS
    const pause_ms = Math.max(least_ms, RESTS * (performance.now() - began))
    return { due, has_more: due.length >= MOST_OF_ONE, pause_ms }
  }
}
