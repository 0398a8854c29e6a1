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
  /**
   * @param address whose wrong keys are counted together
   * @param isPage a page pass opens pages, as the password of HTTP Basic, and nothing else
   */
  authenticate(authorization: string, address: string, isPage: boolean): Promise<Caller>
  close(): Promise<void>
}

/** Checks keys and page passes against the database, with a short memory; remembers when they were used. */
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
    async authenticate(authorization, address, isPage) {
      const key = (isPage && parsePass(authorization)) || parseKey(authorization, isPage)
      // A key that is known just now goes through, however many wrong ones come from beside it.
      const known = keys.known(key.key_id)
      if (!known) failures.requireLeft(address)
      const row = known ?? (await keys.find(key.key_id))
      const caller = checkKey(key, row, isPage, () => failures.count(address))
      used.add(caller.key_id)
      return caller
    },
    async close() {
      clearInterval(timer)
      await touch()
    },
  }
}

type SentKey = { readonly key_id: string; readonly secret: string; readonly is_pass: boolean }

/** `Bearer hb_<key id>_<secret>`; anything else is an unknown key. */
function parseKey(authorization: string, isPage: boolean): SentKey {
  const [, text = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  const key = keyIn(text)
  if (key) return { ...key, is_pass: false }
  const message = isPage
    ? 'Send a page pass as the password, with any name; or an API key as "Authorization: Bearer hb_…".'
    : 'Send an API key as "Authorization: Bearer hb_…".'
  throw invalidAuth(message, isPage)
}

/**
 * A page pass looks like a key, and stands behind any name. Null without HTTP Basic.
 *
 * @source RFC 7617
 */
function parsePass(authorization: string): SentKey | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]{1,600}={0,2})$/i.exec(authorization) ?? []
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString()
  const key = text.includes(':') ? keyIn(text.slice(text.indexOf(':') + 1)) : null
  if (!key) throw invalidAuth('The page pass is not valid.', true)
  return { ...key, is_pass: true }
}

function keyIn(text: string): Pick<SentKey, 'key_id' | 'secret'> | null {
  const [, key_id, secret] = /^hb_([0-9a-z]{1,40})_([\w-]{1,100})$/i.exec(text) ?? []
  return key_id === undefined || secret === undefined ? null : { key_id, secret }
}

/** The secret is checked first: a caller without it learns nothing about the key. */
function checkKey({ secret, is_pass }: SentKey, row: ApiKeyRow | null, isPage: boolean, fail: () => void): Caller {
  const expected = Buffer.from(row?.secret_hash ?? NOBODY_HASH, 'hex')
  const isRight = timingSafeEqual(Buffer.from(sha256Of(secret), 'hex'), expected)
  if (!row || !isRight) {
    fail()
    throw invalidAuth(`The ${is_pass ? 'page pass' : 'API key'} is not valid.`, isPage)
  }
  if (row.scopes.includes('pages') !== is_pass) throw invalidAuth(is_pass ? NO_PASS : NO_KEY, isPage)
  if (row.disabled_at !== null) throw disabled(is_pass)
  if (row.expires_at !== null && row.expires_at <= new Date().toISOString()) throw expired(is_pass, isPage)
  const { client_id, key_id, scopes, end_customer_ids } = row
  return { client_id, key_id, scopes, end_customer_ids }
}

const NO_PASS =
  'An API key is a secret of a server and no password of a browser. Make a page pass: npm run keys -- create --client NAME --scopes pages.'
const NO_KEY = 'A page pass opens pages in a browser, as the password. The API wants an API key.'

/** A browser sends the password that it has until 401 makes it ask for another one. */
function disabled(is_pass: boolean): ApiError {
  if (!is_pass) return new ApiError('api_key_disabled', 'The API key is disabled. Ask for a new one.')
  return invalidAuth('The page pass is disabled. Ask for a new one.', true)
}

function expired(is_pass: boolean, isPage: boolean): ApiError {
  const message = `The ${is_pass ? 'page pass' : 'API key'} has expired. Ask for a new one.`
  return new ApiError(
    'invalid_auth',
    message,
    [{ pointer: '/authorization', code: 'api_key_expired', message: 'Use a key that has not expired.' }],
    challenge(isPage),
  )
}

function invalidAuth(message: string, isPage: boolean): ApiError {
  return new ApiError('invalid_auth', message, [], challenge(isPage))
}

/** A browser asks its user for the password only where the one challenge is that of Basic. */
function challenge(isPage: boolean) {
  return { 'WWW-Authenticate': isPage ? 'Basic realm="Hauptbuch", charset="UTF-8"' : 'Bearer' }
}
