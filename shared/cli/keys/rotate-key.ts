import type { Pool } from '../../store/db/database.ts'
import { disableApiKey, expireApiKey, lockApiKey } from '../../store/platform/api-keys.ts'
import { issueKey } from '../../store/platform/issue-key.ts'

export type Rotated = {
  readonly key: string
  readonly expires_at: string | null
  /** The end of the old key; null: it is disabled. */
  readonly old_expires_at: string | null
}
type Rotation = {
  /** Hours for which the old key serves beside the new one; 0 disables it at once. */
  readonly grace: number
  /** Of the new key, ISO 8601; null: never. The end of the old key does not count: it may be the end of a grace. */
  readonly expires_at: string | null
}

/**
 * Makes the successor of a key and ends the old one, both or neither.
 *
 * @param now ISO 8601
 * @returns the new key, which is shown only here, and when both expire
 * @throws Error when there is no such key, or it is disabled or expired
 */
export function rotateKey(pool: Pool, key_id: string, { grace, expires_at }: Rotation, now: string): Promise<Rotated> {
  return pool.transaction(async (tx) => {
    const old = await lockApiKey(tx, key_id)
    if (!old) throw new Error(`There is no key ${key_id}.`)
    const over = old.disabled_at ? 'disabled' : old.expires_at !== null && old.expires_at <= now ? 'expired' : null
    if (over) throw new Error(`Key ${key_id} is ${over}; make a new one with create.`)
    const key = await issueKey(tx, { ...old, expires_at })
    if (grace > 0) return { key, expires_at, old_expires_at: await expireApiKey(tx, key_id, grace) }
    await disableApiKey(tx, key_id)
    return { key, expires_at, old_expires_at: null }
  })
}
