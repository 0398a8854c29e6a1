import { hash } from 'node:crypto'
import { type CanonicalValue, canonicalJson } from './canonical-json.ts'

/** SHA-256 of a text in UTF-8, as 64 lower-case hex digits. */
export function sha256Of(text: string): string {
  return hash('sha256', text, 'hex')
}

/** SHA-256 of the RFC 8785 form of a JSON value. */
export function hashOf(value: CanonicalValue): string {
  return sha256Of(canonicalJson(value))
}
