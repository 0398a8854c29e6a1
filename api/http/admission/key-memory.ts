import { LRUCache } from 'lru-cache'
import type { ApiKeyRow } from '../../../shared/store/platform/api-keys.ts'

/** A key that was disabled keeps working for at most this long in a process that has it in memory. */
const TTL_MS = 2_000

export type KeyMemory = {
  /** The key, where it is known just now. */
  known(key_id: string): ApiKeyRow | null
  /** Looks it up; null for an unknown key. */
  find(key_id: string): Promise<ApiKeyRow | null>
}

type LookUp = { readonly started: number; readonly row: Promise<ApiKeyRow | null> }

/**
 * Remembers keys for a short time. Requests with one key that come together share one look into the database, which may be
 * slow just then. What is known is as old as the beginning of its look, so a long one makes no key live longer. Unknown
 * keys and failed looks are not remembered.
 */
export function createKeyMemory(
  findApiKey: (key_id: string) => Promise<ApiKeyRow | null>,
  now = () => performance.now(),
): KeyMemory {
  const rows = new LRUCache<string, { readonly row: ApiKeyRow; readonly started: number }>({ max: 10_000 })
  const under_way = new Map<string, LookUp>()
  const isNew = (started: number) => now() - started < TTL_MS

  function begin(key_id: string): LookUp {
    const started = now()
    const look: LookUp = { started, row: findApiKey(key_id).then(remember).finally(forget) }
    under_way.set(key_id, look)
    return look

    function remember(row: ApiKeyRow | null) {
      // One that began later may have ended before.
      const isNewest = (rows.get(key_id)?.started ?? started) <= started
      if (isNewest && row) rows.set(key_id, { row, started })
      if (isNewest && !row) rows.delete(key_id)
      return row
    }
    function forget() {
      if (under_way.get(key_id) === look) under_way.delete(key_id)
    }
  }

  return {
    known(key_id) {
      const known = rows.get(key_id)
      return known && isNew(known.started) ? known.row : null
    },
    async find(key_id) {
      const came = now()
      const shared = under_way.get(key_id)
      const row = shared && isNew(shared.started) ? await shared.row : null
      if (row) return row
      // The key may have been issued after that look had begun.
      const later = under_way.get(key_id)
      return (later && later.started >= came ? later : begin(key_id)).row
    },
  }
}
