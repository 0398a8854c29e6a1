import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { isDate } from '../../../shared/accounting/amounts/dates.ts'
import type { DetailCode } from '../../../shared/contract/platform/detail-codes.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'
import type { Schema } from '../../../shared/contract/schema.ts'
import { queryConverter } from './convert-query.ts'

/** Fields that only the server may set; a request with one of them is refused with that reason. */
// biome-ignore format: a set of names reads better in rows
const SERVER_OWNED = new Set([
  'accounting_finality', 'allocation_id', 'blockers', 'client_id', 'created_at', 'entry_hash', 'entry_number',
  'evaluated_at', 'evidence_hashes', 'id', 'intents', 'is_default', 'journal_entry_id', 'mappings', 'object',
  'open_amount', 'posted_at', 'previous_hash', 'reversal_of', 'reversed_by', 'state', 'superseded_by', 'version',
  'withdrawal',
])
const MAX_DETAILS = 100

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const FORMATS = {
  date: isDate,
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)) && text.includes('T'),
  uuid: UUID,
}
/** `strictRequired` would forbid naming alternatives beside the properties that they are about. */
const OPTIONS = {
  strict: true,
  strictRequired: false,
  verbose: true,
  allErrors: true,
  allowUnionTypes: true,
  formats: FORMATS,
} as const

const bodies = new Ajv2020({ ...OPTIONS })
const queries = new Ajv2020({ ...OPTIONS, useDefaults: true })

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** @returns a function that answers with one detail for every offending field, or an empty list */
export type Validator = (value: unknown) => ErrorDetail[]

export function bodyValidator(schema: Schema): Validator {
  return validatorOf(bodies.compile(schema))
}

/** Converts in place: numbers and truth values are text in a query; defaults are filled in. */
export function queryValidator(schema: Schema): Validator {
  const validate = validatorOf(queries.compile(schema))
  const convert = queryConverter(schema)
  const allowed = Object.keys(schema.properties ?? {}).join(', ') || 'none'
  const message = `There is no such parameter. Allowed: ${allowed}.`
  return (value) => {
    convert(value as Record<string, unknown>)
    return validate(value).map(({ pointer, code, message: original }) =>
      code === 'unknown_field' || code === 'unsafe_field'
        ? { pointer, code: 'unknown_field', message }
        : { pointer, code, message: original },
    )
  }
}

function validatorOf(validate: ValidateFunction): Validator {
  return (value) =>
    validate(value) ? [] : (validate.errors ?? []).filter(isReported).slice(0, MAX_DETAILS).map(detailOf)
}

/** Missing alternatives of a `oneOf` are reported once, by the keyword itself. */
function isReported({ schemaPath }: ErrorObject): boolean {
  return !schemaPath.includes('/oneOf/')
}

function detailOf(error: ErrorObject): ErrorDetail {
  const { keyword, instancePath, params, message = 'is wrong' } = error
  const at = (name: string) => `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (keyword === 'additionalProperties') return unknownField(at(params.additionalProperty), params.additionalProperty)
  if (keyword === 'oneOf') return exactlyOne(instancePath, error.schema as NonNullable<Schema['oneOf']>)
  if (keyword === 'required') {
    return { pointer: at(params.missingProperty), code: 'required', message: 'This field is required.' }
  }
  const says = MESSAGES[keyword]
  return {
    pointer: instancePath,
    code: CODES[keyword] ?? 'not_allowed',
    message: says ? says(params) : `It ${message}.`,
  }
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
  pattern: ({ pattern }) => `It must match ${String(pattern)}.`,
  format: ({ format }) =>
    format === 'date' ? 'It must be a day of the calendar as YYYY-MM-DD.' : `It must be a ${format}.`,
}
