import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { isDate } from '../../../shared/accounting/amounts/dates.ts'
import { type ErrorDetail, MAX_DETAILS } from '../../../shared/contract/platform/errors.ts'
import type { Schema } from '../../../shared/contract/schema.ts'
import { queryConverter } from './convert-query.ts'
import { detailsOf } from './details-of-errors.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const FORMATS = {
  date: isDate,
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)) && text.includes('T'),
  uuid: UUID,
}
/** `strictRequired` would forbid naming alternatives beside the properties that they are about. */
const OPTIONS = { strict: true, strictRequired: false, allowUnionTypes: true, formats: FORMATS } as const
const ALL_ERRORS = { ...OPTIONS, verbose: true, allErrors: true } as const

const bodies = new Ajv2020({ ...OPTIONS })
const partsOfBodies = new Ajv2020({ ...ALL_ERRORS })
const queries = new Ajv2020({ ...ALL_ERRORS, useDefaults: true })

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Tells whether a body is right, and stops at the first error. */
export function compileBody(schema: Schema): ValidateFunction {
  return bodies.compile(schema)
}

/** Finds all errors of a part of a body. */
export function compilePart(schema: Schema): ValidateFunction {
  return partsOfBodies.compile(schema)
}

/** @returns a detail for every offending parameter, or an empty list */
export type QueryValidator = (query: Record<string, unknown>) => ErrorDetail[]

/** Converts in place: numbers and truth values are text in a query; defaults are filled in. */
export function queryValidator(schema: Schema): QueryValidator {
  const validate = queries.compile(schema)
  const convert = queryConverter(schema)
  const allowed = Object.keys(schema.properties ?? {}).join(', ') || 'none'
  const message = `There is no such parameter. Allowed: ${allowed}.`
  return (query) => {
    convert(query)
    if (validate(query)) return []
    return detailsOf(validate.errors ?? [], MAX_DETAILS).map(({ pointer, code, message: original }) =>
      code === 'unknown_field' || code === 'unsafe_field'
        ? { pointer, code: 'unknown_field', message }
        : { pointer, code, message: original },
    )
  }
}
