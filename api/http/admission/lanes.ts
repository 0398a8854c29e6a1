import { LRUCache } from 'lru-cache'
import { FEW_LINES } from '../../../shared/accounting/documents/lines-of-document.ts'
import type { FactQueue } from '../../../shared/contract/platform/queue-names.ts'

/** The queue of facts that a key sends together. `lines` is null for a fact of few lines. */
export type LaneOf = (key_id: string, facts: readonly { readonly lines: number | null }[]) => FactQueue

/** A hundred usual facts a second: a few per cent of what one worker books. */
const LINES_PER_SECOND = 400
const MOST_SAVED = 400
/** A key that has sent very much has its share again after some seconds. */
const MOST_OWED = 2_000

/**
 * Facts of a key that sends no more than its share are booked beside those of keys that send very much, and not behind
 * them. Nothing is refused, and where nothing waits both queues are equally fast.
 *
 * @param now in milliseconds
 */
export function lanesOfKeys(now: () => number = () => performance.now()): LaneOf {
  const accounts = new LRUCache<string, { saved: number; at: number }>({ max: 10_000 })
  return (key_id, facts) => {
    const at = now()
    const known = accounts.get(key_id) ?? { saved: MOST_SAVED, at }
    const saved = Math.min(MOST_SAVED, known.saved + ((at - known.at) * LINES_PER_SECOND) / 1_000)
    const left = saved - facts.reduce((sum, { lines }) => sum + (lines ?? FEW_LINES), 0)
    accounts.set(key_id, { saved: Math.max(left, -MOST_OWED), at })
    return left >= 0 ? 'facts.evaluate' : 'facts.backlog'
  }
}
