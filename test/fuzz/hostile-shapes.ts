import { endpoints } from '../../api/routes.ts'
import type { Schema } from '../../shared/contract/schema.ts'

/** Rewrites JSON of a kind wherever it stands; what it has no function for stays as it is. */
type Shape = {
  /** Text that the schema leaves to the sender. */
  readonly text?: (value: string) => string
  readonly number?: () => string
  /** The members of an object, each with its name. */
  readonly members?: (members: readonly string[]) => readonly string[]
  readonly items?: (items: readonly string[]) => readonly string[]
}

const quoted = (text: string) => JSON.stringify(text)
const many = (count: number, text: string) => Array.from({ length: count }, () => text)

/** Texts that mean something to a spreadsheet, to a ledger, to a terminal or to a browser, and harm nothing else. */
// biome-ignore format: a list of values reads better in rows
const HARMLESS_TEXTS: readonly string[] = [
  '=1+1', '\n=1', ' =1', '\u00a0=1', '\ufeff=1', '\u200b=1', '\v=1', '＝1', '＋1', '－1', '＠1', 'a\u200b\u200db', '[2019-01-01]',
  '+1', '-1', '@SUM(A1)', '|x', 'date:2019-01-01', '[2026-13-45]', 'type:R', '; a:b, c:', 'x  ; y',
  '\u202Eא\u2066', '\u0001\u007f\u0085\u2028', '<script>alert(1)</script>', "'; drop table source_facts; --", '{{x}}%s$1',
]

/** Shapes that no schema allows, and shapes that some allow. A new field has all of them without a line here. */
export const HOSTILE_SHAPES: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(HARMLESS_TEXTS.map((text) => [`text ${quoted(text)}`, { text: () => quoted(text) }])),
  'text with NUL': { text: () => '"a\\u0000b"' },
  'text with half a surrogate': { text: () => '"\\ud83d"' },
  'text of 100,000 characters': { text: () => quoted('x'.repeat(100_000)) },
  'numbers beyond 2^53': { number: () => '9007199254740993' },
  'numbers below -2^53': { number: () => '-9007199254740993' },
  'numbers beyond 2^63': { number: () => '92233720368547758080' },
  'numbers without end': { number: () => '1e400' },
  'numbers of 10,000 digits': { number: () => '1'.repeat(10_000) },
  'numbers with an exponent': { number: () => '1e2' },
  'minus zero': { number: () => '-0' },
  'the largest numbers': { number: () => '9007199254740991' },
  'unsafe names': { members: (members) => [...members, '"__proto__":{"a":1}', '"constructor":0', '"prototype":0'] },
  'an escaped unsafe name': { members: (members) => [...members, '"__pro\\u0074o__":{}'] },
  'names of inherited members': { members: (members) => [...members, '"toString":1', '"hasOwnProperty":1'] },
  'a name of 100,000 characters': { members: (members) => [...members, `"${'n'.repeat(100_000)}":1`] },
  'a name with half a surrogate': { members: (members) => [...members, '"\\ud83d":1'] },
  'each name twice': { members: (members) => members.flatMap((member) => [member, member]) },
  'thousands of names': { members: (members) => [...members, ...many(5_000, '').map((_, index) => `"m${index}":1`)] },
  'the deepest level': { members: (members) => [...members, `"x":${'['.repeat(20)}${']'.repeat(20)}`] },
  'beyond the deepest level': { members: (members) => [...members, `"x":${'{"a":'.repeat(32)}1${'}'.repeat(32)}`] },
  'thousands of items': { items: (items) => [...items, ...many(5_000, '{}')] },
  'each item twice': { items: (items) => items.flatMap((item) => [item, item]) },
  'arrays in arrays': { items: (items) => [`[${items.join()}]`] },
}

/** The JSON of a value that fits the schema, with the shape wherever it has a place. */
export function shaped(schema: Schema | undefined, value: unknown, shape: Shape): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => shaped(schema?.items, item, shape))
    return `[${(shape.items?.(items) ?? items).join()}]`
  }
  if (value !== null && typeof value === 'object') {
    const known = memberSchemas(schema, value)
    const members = Object.entries(value).map(
      ([name, member]) => `${quoted(name)}:${shaped(known(name), member, shape)}`,
    )
    return `{${(shape.members?.(members) ?? members).join()}}`
  }
  if (typeof value === 'number' && shape.number) return shape.number()
  if (typeof value === 'string' && shape.text && isFree(schema)) return shape.text(value)
  return JSON.stringify(value)
}

/** The item of a batch has the schema of its fact. */
function memberSchemas(schema: Schema | undefined, value: object): (name: string) => Schema | undefined {
  const { fact_type } = value as { fact_type?: unknown }
  const properties = schema?.properties ?? (fact_type === undefined ? {} : propertiesOfFact(fact_type))
  const others = typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined
  return (name) => properties[name] ?? others
}

function propertiesOfFact(fact_type: unknown): Readonly<Record<string, Schema>> {
  const bodies = endpoints.flatMap((endpoint) => ('body' in endpoint ? [endpoint.body.properties ?? {}] : []))
  return bodies.find((properties) => properties.fact_type?.enum?.includes(fact_type as string)) ?? {}
}

function isFree(schema: Schema | undefined): boolean {
  return schema !== undefined && !schema.enum && !schema.format && !schema.pattern && !('const' in schema)
}
