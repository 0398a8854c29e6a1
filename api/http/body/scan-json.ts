import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'

const MAX_DEPTH = 32
/** Names that reach into the prototype of an object. */
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

/** An open object with the names it has, or an open array; `at` is the name or index of the member being read. */
type Frame = { readonly names: Set<string> | null; at: string | number; expectsName: boolean }

type Scan = { readonly stack: Frame[]; readonly unsafe: ErrorDetail[] }

/**
 * Finds what JSON.parse lets pass or hides: duplicate names, prototype names, deep nesting, numbers that a double cannot
 * hold as written, and characters that PostgreSQL cannot store.
 *
 * @param text JSON that has been parsed without an error
 * @returns the first reason to refuse the text, and all members with an unsafe name
 */
export function scanJson(text: string): { wrong: ErrorDetail | null; unsafe: ErrorDetail[] } {
  const scan: Scan = { stack: [], unsafe: [] }
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = endOfToken(text, at)
    const wrong = acceptToken(scan, text, at, end)
    if (wrong) return { wrong, unsafe: scan.unsafe }
  }
  return { wrong: null, unsafe: scan.unsafe }
}

/** @returns the reason to refuse the token from `at` to `end`; null for one that may stand there */
function acceptToken(scan: Scan, text: string, at: number, end: number): ErrorDetail | null {
  switch (text[at]) {
    case '{':
    case '[':
      return openFrame(scan, text[at] === '{')
    case '}':
    case ']':
      scan.stack.pop()
      return null
    case ',':
      advance(scan.stack.at(-1))
      return null
    case '"': {
      const frame = scan.stack.at(-1)
      const token = text.slice(at, end)
      return frame?.expectsName ? acceptName(scan, frame, token) : acceptText(scan, token)
    }
    case ':':
    case ' ':
    case '\n':
    case '\r':
    case '\t':
      return null
    default:
      return isInexact(text.slice(at, end))
        ? detail(scan, 'number', 'Write a whole number without fraction or exponent.')
        : null
  }
}

function openFrame(scan: Scan, isObject: boolean): ErrorDetail | null {
  if (scan.stack.length === MAX_DEPTH) return detail(scan, 'too_deep', `Nest at most ${MAX_DEPTH} levels.`)
  scan.stack.push({ names: isObject ? new Set() : null, at: isObject ? '' : 0, expectsName: isObject })
  return null
}

function acceptName(scan: Scan, frame: Frame, token: string): ErrorDetail | null {
  const name = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1)
  frame.at = name
  frame.expectsName = false
  if (frame.names?.has(name)) return detail(scan, 'duplicate_name', 'Send each name once.')
  if (!isStorable(name)) return detail(scan, 'character', NOT_STORABLE)
  frame.names?.add(name)
  if (UNSAFE.has(name)) scan.unsafe.push(detail(scan, 'unsafe_field', `The name ${name} is not allowed. Leave it out.`))
  return null
}

function acceptText(scan: Scan, token: string): ErrorDetail | null {
  const isRight = !token.includes('\\u') || isStorable(JSON.parse(token))
  return isRight ? null : detail(scan, 'character', NOT_STORABLE)
}

function detail({ stack }: Scan, code: DetailCode, message: string): ErrorDetail {
  return { pointer: pointerOf(stack), code, message }
}

const NOT_STORABLE = 'The text contains a NUL character or half of a surrogate pair.'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ENDS_SCALAR = /[\s,:\]}]/g

/** The end of the string, number, word or single character that starts at `at`. By hand: regular expressions took four times as long. */
function endOfToken(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code === QUOTE) {
    let end = at + 1
    while (text.charCodeAt(end) !== QUOTE) end += text.charCodeAt(end) === BACKSLASH ? 2 : 1
    return end + 1
  }
  if (!beginsWordOrNumber(code)) return at + 1
  ENDS_SCALAR.lastIndex = at
  return ENDS_SCALAR.exec(text)?.index ?? text.length
}

/** A minus, a digit, or the first letter of true, false and null. */
function beginsWordOrNumber(code: number): boolean {
  return code === 0x2d || (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a)
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
