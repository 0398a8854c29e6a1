import { randomBytes } from 'node:crypto'
import { sha256Of } from '../../canonical/hash.ts'
import { newUuid } from '../../process/ids.ts'
import type { Db } from '../db/database.ts'
import { insertApiKey } from './api-keys.ts'

export type KeyOptions = {
  readonly client_name: string
  readonly scopes?: readonly string[]
  /** Null: every end customer. */
  readonly end_customer_ids?: readonly string[] | null
  /** ISO 8601; null: never. */
  readonly expires_at?: string | null
}

/**
 * Makes an API key, or with the scope `pages` a page pass. Only the SHA-256 of its secret is kept, so this is the one moment at which the key can be seen.
 *
 * @returns `hb_<key id>_<secret>`
 */
export async function issueKey(db: Db, options: KeyOptions): Promise<string> {
  const key_id = randomBytes(8).toString('hex')
  const secret = randomBytes(32).toString('base64url')
  const key = {
    key_id,
    client_name: options.client_name,
    secret_hash: sha256Of(secret),
    scopes: [...(options.scopes ?? ['read', 'write'])],
    end_customer_ids: options.end_customer_ids ? [...options.end_customer_ids] : null,
    expires_at: options.expires_at ?? null,
  }
  await insertApiKey(db, key, newUuid())
  return `hb_${key_id}_${secret}`
}

/** The part of a key that is kept and shown. */
export function keyIdOf(key: string): string {
  return key.split('_')[1] ?? ''
}
