import { timingSafeEqual } from 'node:crypto'
import { sha256Of } from '../../../shared/canonical/hash.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { Db } from '../../../shared/store/db/database.ts'
import { type ApiKeyRow, findApiKey, touchApiKeys } from '../../../shared/store/platform/api-keys.ts'
import type { Caller } from './caller.ts'
import { createKeyMemory } from './key-memory.ts'
import type { FailureLimit } from './limit-failures.ts'

const TOUCH_INTERVAL_MS = 60_000
/** Stands in for an unknown key, so that both take the same way and the same time. */
const NOBODY_HASH = '0'.repeat(64)

export type Authenticator = {
  /** @param address whose wrong keys are counted together */
  authenticate(authorization: string, address: string): Promise<Caller>
  close(): Promise<void>
}

/** Checks bearer keys against the database, with a short memory; remembers when keys were used. */
export function createAuthenticator(db: Db, failures: FailureLimit): Authenticator {
  const keys = createKeyMemory((key_id) => findApiKey(db, key_id))
  const used = new Set<string>()
  const touch = async () => {
    const key_ids = [...used]
    used.clear()
    if (key_ids.length > 0) await touchApiKeys(db, key_ids).catch(() => {})
  }
  const timer = setInterval(touch, TOUCH_INTERVAL_MS).unref()
  return {
    async authenticate(authorization, address) {
      const key = parseBearer(authorization)
      // A key that is known just now goes through, however many wrong ones come from beside it.
      const known = keys.known(key.key_id)
      if (!known) failures.requireLeft(address)
      const row = known ?? (await keys.find(key.key_id))
      const caller = checkKey(key.secret, row, () => failures.count(address))
      used.add(caller.key_id)
      return caller
    },
    async close() {
      clearInterval(timer)
      await touch()
    },
  }
}

/** `Bearer hb_<key id>_<secret>`; anything else is an unknown key. */
function parseBearer(authorization: string): { key_id: string; secret: string } {
  const match = /^Bearer +hb_([0-9a-z]{1,40})_([\w-]{1,100})$/i.exec(authorization)
  if (!match) throw invalidAuth('Send an API key as "Authorization: Bearer hb_…".')
  return { key_id: match[1] ?? '', secret: match[2] ?? '' }
}

/** The secret is checked first: a caller without it learns nothing about the key. */
function checkKey(secret: string, row: ApiKeyRow | null, fail: () => void): Caller {
  const expected = Buffer.from(row?.secret_hash ?? NOBODY_HASH, 'hex')
  const isRight = timingSafeEqual(Buffer.from(sha256Of(secret), 'hex'), expected)
  if (!row || !isRight) {
    fail()
    throw invalidAuth('The API key is not valid.')
  }
  if (row.disabled_at !== null) throw new ApiError('api_key_disabled', 'The API key is disabled. Ask for a new one.')
  if (row.expires_at !== null && row.expires_at <= new Date().toISOString()) throw expired()
  const { client_id, key_id, scopes, end_customer_ids } = row
  return { client_id, key_id, scopes, end_customer_ids }
}

function expired(): ApiError {
  const message = 'The API key has expired. Ask for a new one.'
  return new ApiError(
    'invalid_auth',
    message,
    [{ pointer: '/authorization', code: 'api_key_expired', message: 'Use a key that has not expired.' }],
    CHALLENGE,
  )
}

function invalidAuth(message: string): ApiError {
  return new ApiError('invalid_auth', message, [], CHALLENGE)
}

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' }
