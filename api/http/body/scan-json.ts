import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'

const MAX_DEPTH = 32
/** Names that reach into the prototype of an object. */
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

/** An open object with the names it has, or an open array; `at` is the name or index of the member being read. */
type Frame = { readonly names: Set<string> | null; at: string | number; expectsName: boolean }

/**
 * Looks at what JSON.parse lets pass or hides: duplicate names, prototype names, deep nesting, numbers that a double
 * cannot hold as written, and characters that PostgreSQL cannot store.
 *
 * @param text JSON that has been parsed without an error
 * @returns the first reason to refuse the text, and all members with an unsafe name
 */
export function scanJson(text: string): { wrong: ErrorDetail | null; unsafe: ErrorDetail[] } {
  const stack: Frame[] = []
  const unsafe: ErrorDetail[] = []
  const detail = (code: DetailCode, message: string) => ({ pointer: pointerOf(stack), code, message })
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = endOfToken(text, at)
    if (BLANKS_AND_COLON.includes(text.charAt(at))) continue
    const token = text.slice(at, end)
    const frame = stack.at(-1)
    if (token === '{' || token === '[') {
      if (stack.length === MAX_DEPTH) return { wrong: detail('too_deep', `Nest at most ${MAX_DEPTH} levels.`), unsafe }
      stack.push({ names: token === '{' ? new Set() : null, at: token === '{' ? '' : 0, expectsName: token === '{' })
    } else if (token === '}' || token === ']') stack.pop()
    else if (token === ',') advance(frame)
    else if (frame?.expectsName) {
      const name = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1)
      frame.at = name
      frame.expectsName = false
      if (frame.names?.has(name)) return { wrong: detail('duplicate_name', 'Send each name once.'), unsafe }
      if (!isStorable(name)) return { wrong: detail('character', NOT_STORABLE), unsafe }
      frame.names?.add(name)
      if (UNSAFE.has(name)) unsafe.push(detail('unsafe_field', `The name ${name} is not allowed. Leave it out.`))
    } else if (token.startsWith('"')) {
      if (token.includes('\\u') && !isStorable(JSON.parse(token)))
        return { wrong: detail('character', NOT_STORABLE), unsafe }
    } else if (isInexact(token))
      return { wrong: detail('number', 'Write a whole number without fraction or exponent.'), unsafe }
  }
  return { wrong: null, unsafe }
}

const NOT_STORABLE = 'The text contains a NUL character or half of a surrogate pair.'

const BLANKS_AND_COLON = ' \n\r\t:'
const QUOTE = 0x22
const BACKSLASH = 0x5c
const ENDS_SCALAR = /[\s,:\]}]/g

/** Where the string, number, word or single character that starts at `at` ends. By hand: regular expressions took four times as long. */
function endOfToken(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === QUOTE) {
    let end = at + 1
    while (text.charCodeAt(end) !== QUOTE) end += text.charCodeAt(end) === BACKSLASH ? 2 : 1
    return end + 1
  }
  if (!/[-\w]/.test(text.charAt(at))) return at + 1
  ENDS_SCALAR.lastIndex = at
  return ENDS_SCALAR.exec(text)?.index ?? text.length
}

function advance(frame: Frame | undefined): void {
  if (!frame) return
  if (frame.names) frame.expectsName = true
  else frame.at = Number(frame.at) + 1
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/**
 * 1.0000000000000000001 would silently become 1; no field of ours takes a fraction, so none may hide in a number. 1e400,
 * and 1 with 400 zeros, would become infinite.
 */
function isInexact(token: string): boolean {
  if (!/^-?\d/.test(token)) return false
  const value = Number(token)
  if (!Number.isFinite(value)) return true
  return /[.eE]/.test(token) && Number.isInteger(value) && !/^-?\d+\.0+$/.test(token)
}

function pointerOf(stack: readonly Frame[]): string {
  return stack.map(({ at }) => `/${String(at).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
