import { createHash } from 'node:crypto'
import { canonicalJson, type Json } from './accounting/canonical-json.ts'

/** SHA-256 of a text in UTF-8, as 64 lower-case hex digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** SHA-256 of the RFC 8785 form of a JSON value. */
export function hashOf(value: Json): string {
  return sha256(canonicalJson(value))
}
