import type { ErrorObject } from 'ajv/dist/2020.js'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import { VISIBLE } from '../../../shared/contract/primitives.ts'
import type { Schema } from '../../../shared/contract/schema.ts'
import { memberPointer, shortPointer } from './pointer.ts'

/** Fields that only the server may set; a request with one of them is refused with that reason. */
// biome-ignore format: a set of names reads better in rows
const SERVER_OWNED = new Set([
  'accounting_finality', 'allocation_id', 'blockers', 'client_id', 'created_at', 'entry_hash', 'entry_number',
  'evaluated_at', 'evidence_hashes', 'id', 'intents', 'is_default', 'journal_entry_id', 'mappings', 'object',
  'open_amount', 'posted_at', 'previous_hash', 'reversal_of', 'reversed_by', 'state', 'superseded_by', 'version',
  'withdrawal',
])

/** Up to so many of the errors of Ajv as details; pointers start at `parent`. */
export function detailsOf(errors: readonly ErrorObject[], most: number, parent = ''): ErrorDetail[] {
  return errors
    .filter(isReported)
    .slice(0, most)
    .map((error) => detailOf(error, parent))
}

/** Missing alternatives of a `oneOf` are reported once, by the keyword itself. */
function isReported({ schemaPath }: ErrorObject): boolean {
  return !schemaPath.includes('/oneOf/')
}

function detailOf(error: ErrorObject, parent: string): ErrorDetail {
  const { keyword, params, message = 'is wrong' } = error
  const pointer = shortPointer(parent + error.instancePath)
  const at = (name: string) => memberPointer(pointer, name)
  if (keyword === 'additionalProperties') return unknownField(at(params.additionalProperty), params.additionalProperty)
  if (keyword === 'oneOf') return exactlyOne(pointer, error.schema as NonNullable<Schema['oneOf']>)
  if (keyword === 'required') {
    return { pointer: at(params.missingProperty), code: 'required', message: 'This field is required.' }
  }
  const says = MESSAGES[keyword]
  return { pointer, code: CODES[keyword] ?? 'not_allowed', message: says ? says(params) : `It ${message}.` }
}

function exactlyOne(pointer: string, alternatives: NonNullable<Schema['oneOf']>): ErrorDetail {
  const names = alternatives.flatMap(({ required }) => required)
  return { pointer, code: 'exactly_one', message: `Give exactly one of ${names.join(' and ')}.` }
}

function unknownField(pointer: string, name: string): ErrorDetail {
  return SERVER_OWNED.has(name)
    ? { pointer, code: 'unsafe_field', message: `Only the service sets ${name}. Leave it out.` }
    : { pointer, code: 'unknown_field', message: 'There is no such field. Leave it out.' }
}

const CODES: Readonly<Record<string, DetailCode>> = {
  type: 'type',
  format: 'format',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  minLength: 'length',
  maxLength: 'length',
  minItems: 'length',
  maxItems: 'length',
  maxProperties: 'length',
  minProperties: 'length',
  pattern: 'format',
  enum: 'not_allowed',
  const: 'not_allowed',
}

const MESSAGES: Readonly<Record<string, (params: Record<string, unknown>) => string>> = {
  enum: ({ allowedValues }) => `It must be one of ${(allowedValues as unknown[]).join(', ')}.`,
  type: ({ type }) => `It must be of type ${String(type)}.`,
  pattern: ({ pattern }) =>
    pattern === VISIBLE ? 'It must say something: give a visible character.' : `It must match ${String(pattern)}.`,
  format: ({ format }) =>
    format === 'date' ? 'It must be a day of the calendar as YYYY-MM-DD.' : `It must be a ${format}.`,
}
