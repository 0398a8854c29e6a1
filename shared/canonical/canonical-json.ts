import assert from 'node:assert/strict'

export type CanonicalValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Canonical
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue | undefined }

/** A value with its canonical text, made in advance. */
export class Canonical {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  static of(value: CanonicalValue): Canonical {
    return new Canonical(canonicalJson(value))
  }

  /** @param text the canonical form of a value, made elsewhere */
  static written(text: string): Canonical {
    return new Canonical(text)
  }

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/**
 * The one text of a JSON value that everybody agrees on: no white space, members sorted by UTF-16 code units, numbers
 * and strings as ECMAScript writes them. Members that are undefined are left out. A bigint is written in full, where the
 * RFC would round to a double beyond 2^53.
 *
 * @throws AssertionError for values that JSON cannot hold exactly: NaN, infinities, lone surrogates
 * @source RFC 8785 (JSON Canonicalization Scheme)
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'string') return canonicalString(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Canonical) return value.text
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = value as { readonly [key: string]: CanonicalValue | undefined }
  // Joined, not concatenated: V8 keeps a concatenation as a tree of its pieces, which is several times as large.
  const texts: string[] = []
  for (const key of sorted(Object.keys(members))) {
    const member = members[key]
    if (member !== undefined) texts.push(canonicalName(key) + canonicalJson(member))
  }
  return `{${texts.join(',')}}`
}

/** Sorts in place, by UTF-16 code units as the RFC asks for. For a few names insertion beats sort(), which copies them. */
export function sorted(names: string[]): string[] {
  if (names.length > 16) return names.sort()
  for (let to = 1; to < names.length; to += 1) {
    const name = names[to] as string
    let at = to
    for (; at > 0 && (names[at - 1] as string) > name; at -= 1) names[at] = names[at - 1] as string
    names[at] = name
  }
  return names
}

/** Enough for the names of every contract; a client that makes names up takes no memory by them. */
const MAX_KNOWN_NAMES = 1_000
const MAX_KNOWN_LENGTH = 64
const knownNames = new Map<string, string>()

/** A name and its colon. Values differ from request to request, but names are the same few. */
export function canonicalName(name: string): string {
  const known = knownNames.get(name)
  if (known !== undefined) return known
  const text = `${canonicalString(name)}:`
  if (name.length > MAX_KNOWN_LENGTH) return text
  if (knownNames.size === MAX_KNOWN_NAMES) knownNames.clear()
  knownNames.set(name, text)
  return text
}

/** Printable ASCII but for the quotation mark and the backslash: written as it is. */
const PLAIN = /^[ !#-[\]-~]*$/

/** A string as RFC 8785 writes it. */
export function canonicalString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`
  assert(text.isWellFormed(), 'a lone surrogate has no canonical form')
  return JSON.stringify(text)
}

function canonicalNumber(value: number): string {
  assert(Number.isFinite(value), 'only finite numbers have a canonical form')
  return JSON.stringify(value)
}
