import { ApiError, type ErrorDetail, validationFailed } from '../../../shared/contract/platform/errors.ts'
import type { Slice } from '../admission/turns.ts'
import { createJsonReader, readOn } from './json-reader.ts'
import { readPlainJson } from './read-plain-json.ts'

const UTF8 = new TextDecoder('utf-8', { fatal: true })
/** No body that a schema accepts has a value for fewer bytes: the shortest are members of an address, at eleven. */
const BYTES_PER_VALUE = 10
/** A small body may have as many, so that its schema can say what is wrong. */
const FEW_VALUES = 1_000

export type ReadBody = { readonly body: unknown; readonly unsafe: readonly ErrorDetail[] }

/**
 * Reads a JSON body.
 *
 * @returns the value, and the members whose names no request may have
 * @throws ApiError invalid_request, or validation_failed for more unsafe names than an answer shows
 * @source RFC 8259; RFC 7493 (I-JSON): UTF-8, no duplicate names
 */
export async function readJson(bytes: Buffer, slice: Slice): Promise<ReadBody> {
  const text = decode(bytes)
  if (slice.isOver()) await slice.next()
  const most_values = Math.max(Math.ceil(bytes.length / BYTES_PER_VALUE), FEW_VALUES)
  const plain = readPlainJson(text, most_values)
  if (plain) return { body: plain.value, unsafe: [] }
  const reading = createJsonReader(text, most_values)
  while (!readOn(reading, slice.isOver)) await slice.next()
  await slice.pause()
  const { end, value, unsafe } = reading
  if (end === 'too many unsafe names') throw validationFailed(unsafe)
  if (end === 'syntax') throw new ApiError('invalid_request', 'The body is not JSON. Check its syntax.')
  if (end !== 'complete' && end !== null) {
    throw new ApiError('invalid_request', `${end.pointer || 'The body'}: ${end.message}`, [end])
  }
  return { body: value, unsafe }
}

function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid UTF-8.')
  }
}
