import { addDays } from '../../accounting/dates.ts'
import { issueKey } from '../../issue-key.ts'
import { type ApiKeyRow, disableApiKey, expireApiKey, lockApiKey } from '../../store/api-keys.ts'
import type { Pool } from '../../store/database.ts'

export type Rotated = { readonly key: string; readonly expires_at: string | null }

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Makes the successor of a key and ends the old one, both or neither.
 *
 * @param grace hours for which the old key serves beside the new one; 0 disables it at once
 * @param now ISO 8601
 * @returns the new key, which can be seen only here, and when it expires
 * @throws when there is no such key, or it serves nobody any more
 */
export function rotateKey(pool: Pool, key_id: string, grace: number, now: string): Promise<Rotated> {
  return pool.transaction(async (tx) => {
    const old = await lockApiKey(tx, key_id)
    if (!old) throw new Error(`There is no key ${key_id}.`)
    const over = old.disabled_at ? 'disabled' : old.expires_at !== null && old.expires_at <= now ? 'expired' : null
    if (over) throw new Error(`Key ${key_id} is ${over}; make a new one with create.`)
    const expires_at = sameLength(old, now)
    const key = await issueKey(tx, { ...old, expires_at })
    if (grace === 0) await disableApiKey(tx, key_id)
    else await expireApiKey(tx, key_id, grace)
    return { key, expires_at }
  })
}

/** The end of the day that is as many days from today as the old key had when it was made; null: never. */
function sameLength({ created_at, expires_at }: ApiKeyRow, now: string): string | null {
  if (expires_at === null) return null
  const days = (startOfDay(expires_at) - startOfDay(created_at)) / DAY_MS
  return `${addDays(now.slice(0, 10), days)}T23:59:59.000Z`
}

function startOfDay(instant: string): number {
  return Date.parse(instant.slice(0, 10))
}
