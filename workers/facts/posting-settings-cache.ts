import { LRUCache } from 'lru-cache'
import type { PostingSettings } from '../../shared/accounting/setup/posting-settings.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import type { LedgerHead } from '../../shared/store/journal/ledger-heads.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'

export type PostingSettingsCache = (
  tx: Tx,
  heads: readonly LedgerHead[],
) => Promise<ReadonlyMap<string, PostingSettings>>

/**
 * Keeps the posting settings of ledgers in memory. Whatever changes them also raises their version in the ledger's head row,
 * which the caller holds locked: an equal version is proof that the copy is right.
 */
export function createPostingSettingsCache(max = 5_000): PostingSettingsCache {
  const cache = new LRUCache<string, { version: bigint; settings: PostingSettings }>({ max })
  return async (tx, heads) => {
    const stale = heads.filter((head) => cache.get(head.end_customer_id)?.version !== head.books_version)
    if (stale.length > 0) {
      const read = await readPostingSettings(
        tx,
        stale.map(({ end_customer_id }) => end_customer_id),
      )
      for (const { end_customer_id, books_version: version } of stale) {
        const settings = read.get(end_customer_id)
        if (settings) cache.set(end_customer_id, { version, settings })
      }
    }
    return new Map(
      heads.flatMap(({ end_customer_id }) => {
        const known = cache.get(end_customer_id)
        return known ? [[end_customer_id, known.settings]] : []
      }),
    )
  }
}
