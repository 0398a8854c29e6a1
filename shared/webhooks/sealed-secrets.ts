import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../process/config.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1:'

type Keys = Pick<Config, 'webhook_secrets_key' | 'webhook_secrets_key_before'>

/**
 * Seals a secret for the database, which has no key to open it. It opens for its owner alone: a row that somebody copies into
 * another subscription signs nothing there.
 *
 * @param owner the id of the subscription
 */
export function sealSecret({ webhook_secrets_key }: Keys, owner: string, secret: string): string {
  if (webhook_secrets_key === null) throw new Error('WEBHOOK_SECRETS_KEY is not set')
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(webhook_secrets_key), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return VERSION + sealed.toString('base64')
}

/** @returns null where none of the keys opens it */
export function openSecret(keys: Keys, owner: string, sealed: string): string | null {
  for (const key of [keys.webhook_secrets_key, keys.webhook_secrets_key_before]) {
    const secret = key && tryToOpen(key, owner, Buffer.from(sealed.slice(VERSION.length), 'base64'))
    if (secret) return secret
  }
  return null
}

function tryToOpen(key: string, owner: string, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(key), sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-TAG_BYTES))
    return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

const derived = new Map<string, Buffer>()

/** The setting is a text with enough randomness; a cipher wants 32 bytes. */
function keyOf(setting: string): Buffer {
  const known = derived.get(setting)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', setting, '', 'hauptbuch webhook secrets', 32))
  derived.set(setting, key)
  return key
}
