import { createHash, hash } from 'node:crypto'
import { type CanonicalValue, canonicalJson } from './canonical-json.ts'

/** SHA-256 of a text in UTF-8, as 64 lower-case hex digits. */
export function sha256Of(text: string): string {
  return hash('sha256', text, 'hex')
}

/** SHA-256 of the RFC 8785 form of a JSON value. */
export function hashOf(value: CanonicalValue): string {
  return sha256Of(canonicalJson(value))
}

/** So many characters are hashed in one go. */
const PIECE = 262_144

/** The same of a text of megabytes, in steps. */
export function* sha256InSteps(text: string): Generator<undefined, string> {
  const sum = createHash('sha256')
  for (let at = 0; at < text.length; ) {
    const end = at + PIECE
    // Halves of a character would be hashed as two of another one.
    const piece = text.slice(at, isLeading(text.charCodeAt(end - 1)) ? end - 1 : end)
    sum.update(piece)
    at += piece.length
    yield
  }
  return sum.digest('hex')
}

function isLeading(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
