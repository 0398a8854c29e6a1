import fc, { type Arbitrary } from 'fast-check'
import { addDays } from '../../shared/accounting/amounts/dates.ts'
import type { Schema } from '../../shared/contract/schema.ts'

/** Values for a name beside those of the schema: ids that exist, codes that mean something. */
export type Vocabulary = (name: string) => readonly unknown[]

const NOTHING: Vocabulary = () => []
const LONGEST_TEXT = 40
const MOST_ITEMS = 4

/**
 * Values that a schema accepts, for the keywords that the contract uses. Values with a name in the vocabulary mostly come
 * from there.
 */
export function arbitraryOf(schema: Schema, vocabulary: Vocabulary = NOTHING, name = ''): Arbitrary<unknown> {
  const known = vocabulary(name)
  const any = bare(schema, vocabulary, name)
  if (known.length === 0) return any
  return fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 4 }, { arbitrary: any, weight: 1 })
}

function bare(schema: Schema, vocabulary: Vocabulary, name: string): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, vocabulary, name)))
  const types = Array.isArray(schema.type) ? (schema.type as readonly string[]) : [schema.type as string]
  return fc.oneof(...types.map((type) => ofType(type, schema, vocabulary, name)))
}

function ofType(type: string, schema: Schema, vocabulary: Vocabulary, name: string): Arbitrary<unknown> {
  if (type === 'object') return objectOf(schema, vocabulary)
  if (type === 'array') return arrayOf(schema, vocabulary, name)
  if (type === 'string') return stringOf(schema)
  if (type === 'integer') return integerOf(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  throw new Error(`no values are made of type ${type} yet: ${JSON.stringify(schema)}`)
}

function objectOf(schema: Schema, vocabulary: Vocabulary): Arbitrary<unknown> {
  const alternatives = schema.oneOf ?? [{ required: [] }]
  return fc.oneof(...alternatives.map((alternative) => alternativeOf(schema, alternative, alternatives, vocabulary)))
}

type Alternative = { readonly required: readonly string[] }

/** Of the members that a `oneOf` asks for by turns, only those of one alternative. */
function alternativeOf(schema: Schema, alternative: Alternative, all: readonly Alternative[], vocabulary: Vocabulary) {
  const required = [...(schema.required ?? []), ...alternative.required]
  const excluded = all.flatMap((other) => (other === alternative ? [] : other.required))
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !excluded.includes(name))
  const members = Object.fromEntries(properties.map(([name, member]) => [name, arbitraryOf(member, vocabulary, name)]))
  const least = Number(schema.minProperties ?? 0)
  const named = fc.record(members, { requiredKeys: required }).filter((value) => Object.keys(value).length >= least)
  const others = otherMembers(schema, vocabulary)
  return others ? fc.tuple(named, others).map(([a, b]) => ({ ...b, ...a })) : named
}

function otherMembers({ additionalProperties: others }: Schema, vocabulary: Vocabulary) {
  if (others === false) return null
  const values = typeof others === 'object' ? arbitraryOf(others, vocabulary) : fc.jsonValue({ maxDepth: 1 })
  return fc.dictionary(fc.stringMatching(/^[a-z][a-z_]{0,20}$/), values, { maxKeys: MOST_ITEMS })
}

function arrayOf(schema: Schema, vocabulary: Vocabulary, name: string): Arbitrary<unknown> {
  const minLength = Number(schema.minItems ?? 0)
  const maxLength = Math.min(Number(schema.maxItems ?? MOST_ITEMS), minLength + MOST_ITEMS)
  return fc.array(arbitraryOf(schema.items ?? { type: 'null' }, vocabulary, name), { minLength, maxLength })
}

function stringOf(schema: Schema): Arbitrary<string> {
  if (schema.format !== undefined) return ofFormat(String(schema.format))
  if (typeof schema.pattern === 'string') return ofPattern(schema.pattern)
  const minLength = Number(schema.minLength ?? 0)
  const most = Number(schema.maxLength ?? LONGEST_TEXT)
  const short = fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(most, LONGEST_TEXT) })
  const strange = fc.string({ unit: 'binary', minLength, maxLength: Math.min(most, LONGEST_TEXT) })
  const longest = fc.constantFrom(
    'x'.repeat(most),
    '\u{1F4D2}'.repeat(most),
    '\u202Eא'.repeat(most / 2),
    '\u0001'.repeat(most),
  )
  return fc
    .oneof({ arbitrary: short, weight: 6 }, { arbitrary: strange, weight: 2 }, { arbitrary: longest, weight: 1 })
    .filter(isStorable)
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** fast-check knows no lookahead, so that part of a pattern is asked for afterwards. */
function ofPattern(pattern: string): Arbitrary<string> {
  const whole = new RegExp(pattern)
  return fc
    .stringMatching(new RegExp(pattern.replace(/\(\?[=!][^)]*\)/, '')))
    .filter((text) => whole.test(text) && isStorable(text))
}

/** The first day that a date can say, the last, leap days, and ordinary ones around the present year. */
const STRANGE_DAYS = ['0001-01-01', '1582-10-10', '1899-12-31', '2000-02-29', '2024-02-29', '2038-01-20', '9999-12-31']

function ofFormat(format: string): Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date') {
    const ordinary = fc.integer({ min: 0, max: 1_095 }).map((days) => addDays('2024-01-01', days))
    return fc.oneof({ arbitrary: ordinary, weight: 6 }, { arbitrary: fc.constantFrom(...STRANGE_DAYS), weight: 1 })
  }
  throw new Error(`no values are made of format ${format} yet`)
}

function integerOf(schema: Schema): Arbitrary<number> {
  const min = Number(schema.minimum ?? Number.MIN_SAFE_INTEGER)
  const max = Number(schema.maximum ?? Number.MAX_SAFE_INTEGER)
  const near = { min: Math.max(min, -20_000), max: Math.min(max, 20_000) }
  return fc.oneof({ arbitrary: fc.integer(near), weight: 4 }, { arbitrary: fc.constantFrom(min, max), weight: 1 })
}
