import { hash } from 'node:crypto'

/** Keys that have been right in this process; nobody else can fill this. */
const MOST_KEYS = 10_000
/** The same key may come as bearer or as password, with other blanks or another name; nobody needs more ways than these. */
const MOST_SPELLINGS = 4
/** Ours are shorter; a longer header, which is filled with blanks, stays among those that are not known. */
const LONGEST = 300

const keyOf = new Map<string, string>()
const spellingsOf = new Map<string, string[]>()

/**
 * @param authorization of a request whose key was right
 * @param key_id of that key, whose requests share a line however they write it
 */
export function rememberSender(authorization: string, key_id: string): void {
  if (authorization.length > LONGEST) return
  const spelling = digestOf(authorization)
  if (keyOf.has(spelling)) return
  const spellings = [spelling, ...(spellingsOf.get(key_id) ?? [])]
  spellingsOf.delete(key_id)
  spellingsOf.set(key_id, spellings.slice(0, MOST_SPELLINGS))
  keyOf.set(spelling, key_id)
  for (const old of spellings.slice(MOST_SPELLINGS)) keyOf.delete(old)
  const [oldest] = spellingsOf.keys()
  if (spellingsOf.size > MOST_KEYS && oldest !== undefined) forget(oldest)
}

/** The key that has been right before with this header. It may be disabled since: this decides whose turn it is, and nothing else. */
export function keyOfSender(authorization: string): string | null {
  return authorization.length > LONGEST ? null : (keyOf.get(digestOf(authorization)) ?? null)
}

function forget(key_id: string): void {
  for (const spelling of spellingsOf.get(key_id) ?? []) keyOf.delete(spelling)
  spellingsOf.delete(key_id)
}

/** No secret is kept. */
const digestOf = (authorization: string) => hash('sha256', authorization, 'base64')
