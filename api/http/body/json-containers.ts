import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import { type ErrorDetail, MAX_DETAILS } from '../../../shared/contract/platform/errors.ts'
import { isStorable, NOT_STORABLE } from './json-tokens.ts'
import { pointerOf } from './pointer.ts'

export const MAX_DEPTH = 32
/** No object of the interface has as many members. */
export const MAX_MEMBERS = 100
/**
 * Names beside those of the schemas stand in addresses only, which are 500 in a body at most, of 30 members each. Another
 * name in every object is what takes V8 longest, so they are counted where there are many values.
 */
const MAX_NAMES = 16_000
const MANY_VALUES = 4_000
/** Names that reach into the prototype of an object. */
export const UNSAFE_NAMES = ['__proto__', 'constructor', 'prototype']
const UNSAFE = new Set(UNSAFE_NAMES)

type JsonMembers = { [name: string]: unknown }

/** An open object with the name of the member being read and the number of its members, or an open array. */
type Container =
  | { readonly is_array: false; readonly value: JsonMembers; name: string; members: number }
  | { readonly is_array: true; readonly value: unknown[] }

/** A text that is read as far as `at`. */
export type JsonReading = {
  readonly text: string
  at: number
  /** What may come next. */
  state: 'value' | 'value or end' | 'name or end' | 'name' | 'colon' | 'comma or end' | 'nothing'
  /** What there is of a long string of which only a part is read; null outside of one. */
  pieces: string[] | null
  readonly stack: Container[]
  top: Container | null
  values: number
  /** The names of members, as far as they are counted. */
  readonly names: Set<string>
  readonly most_values: number
  value?: unknown
  /** The members with an unsafe name, as many as an answer shows. */
  readonly unsafe: ErrorDetail[]
  /** Why nothing more is read: the whole text is, it is no JSON, or it is refused. Null while there is more. */
  end: null | 'complete' | 'syntax' | 'too many unsafe names' | ErrorDetail
}

export function openContainer(reading: JsonReading, is_array: boolean): void {
  const { stack } = reading
  if (stack.length === MAX_DEPTH) refuse(reading, 'too_deep', `Nest at most ${MAX_DEPTH} levels.`)
  else {
    const top: Container = is_array ? { is_array, value: [] } : { is_array, value: {}, name: '', members: 0 }
    stack.push(top)
    reading.top = top
    reading.at += 1
    reading.state = is_array ? 'value or end' : 'name or end'
  }
}

export function closeContainer(reading: JsonReading): void {
  const { stack } = reading
  const closed = stack.pop() as Container
  reading.top = stack.at(-1) ?? null
  putValue(reading, closed.value)
}

/** Puts a value that is complete where it belongs. */
export function putValue(reading: JsonReading, value: unknown): void {
  const { top } = reading
  reading.state = top ? 'comma or end' : 'nothing'
  if (!top) reading.value = value
  else if (top.is_array) top.value.push(value)
  else if (top.name === '__proto__') Object.defineProperty(top.value, top.name, { ...AN_OWN_MEMBER, value })
  else top.value[top.name] = value
}

/** As JSON.parse does it; an assignment would change the prototype. */
const AN_OWN_MEMBER = { enumerable: true, configurable: true, writable: true }

export function takeName(reading: JsonReading, name: string): void {
  const { top } = reading
  if (!top || top.is_array) return
  top.name = name
  top.members += 1
  reading.state = 'colon'
  if (Object.hasOwn(top.value, name)) refuse(reading, 'duplicate_name', 'Send each name once.')
  else if (!isStorable(name)) refuse(reading, 'character', NOT_STORABLE)
  else if (top.members > MAX_MEMBERS) refuse(reading, 'too_many', `Send at most ${MAX_MEMBERS} members in one object.`)
  else if (UNSAFE.has(name)) noteUnsafe(reading, name)
  else if (reading.values > MANY_VALUES && reading.names.add(name).size > MAX_NAMES) {
    refuse(reading, 'too_many', `Send at most ${MAX_NAMES} different names in one body.`)
  }
}

/** More of them than an answer shows are reason enough to refuse everything, whatever else there is. */
function noteUnsafe(reading: JsonReading, name: string): void {
  const { unsafe } = reading
  if (unsafe.length === MAX_DETAILS) reading.end = 'too many unsafe names'
  else unsafe.push(detail(reading, 'unsafe_field', `The name ${name} is not allowed. Leave it out.`))
}

export function refuse(reading: JsonReading, code: DetailCode, message: string): void {
  reading.end = detail(reading, code, message)
}

function detail({ stack }: JsonReading, code: DetailCode, message: string): ErrorDetail {
  const path = stack.map((container) => (container.is_array ? container.value.length : container.name))
  return { pointer: pointerOf(path), code, message }
}
