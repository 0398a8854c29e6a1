import { MAX_DEPTH, MAX_MEMBERS, UNSAFE_NAMES } from './json-containers.ts'

/** JSON.parse cannot be interrupted. What is within both takes it a millisecond or two, whatever it says. */
const MAX_LENGTH = 131_072
const MAX_VALUES = 4_000
/** A whole number of so many digits is exact. */
const MAX_DIGITS = 15
const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Reads JSON as nearly every body is: short, and without anything that JSON.parse lets pass or hides. That takes half as
 * long as going step by step.
 *
 * @param text that was valid UTF-8
 * @param most_values that a body of this length may have
 * @returns undefined for every other text, right or wrong: it has to be read step by step
 */
export function readPlainJson(text: string, most_values: number): { readonly value: unknown } | undefined {
  if (text.length > MAX_LENGTH || text.includes('\\') || UNSAFE_NAMES.some((name) => text.includes(name))) return
  const names = countNames(text, Math.min(most_values, MAX_VALUES))
  if (names === undefined) return
  const value = parse(text)
  // A name that stands twice in an object is there once in the value.
  return value !== undefined && membersIn(value) === names ? { value } : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @returns undefined where something is deep, much, or a number that is long or not whole */
function countNames(text: string, most_values: number): number | undefined {
  let names = 0
  let values = 1
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = text.indexOf('"', at + 1)
      if (at === -1) return
    } else if (code === COLON) names += 1
    else if (code === COMMA) values += 1
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      values += 1
      depth += 1
      if (depth > MAX_DEPTH) return
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth -= 1
    else if (code === MINUS || isDigit(code)) {
      const end = endOfDigits(text, at + 1)
      if (end - at > MAX_DIGITS || mayGoOn(text.charCodeAt(end))) return
      at = end - 1
    }
  }
  return values > most_values ? undefined : names
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function endOfDigits(text: string, from: number): number {
  let end = from
  while (isDigit(text.charCodeAt(end))) end += 1
  return end
}

/** A point, an e or an E behind digits. */
function mayGoOn(code: number): boolean {
  return code === 0x2e || code === 0x65 || code === 0x45
}

/** Members of all objects in a value; infinite where one has too many. */
function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) {
    let members = 0
    for (const item of value) members += membersIn(item)
    return members
  }
  const own = Object.values(value)
  if (own.length > MAX_MEMBERS) return Number.POSITIVE_INFINITY
  let members = own.length
  for (const member of own) if (typeof member === 'object') members += membersIn(member)
  return members
}
