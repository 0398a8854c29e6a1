/** TypeScript does not know the third parameter yet. */
type WithSource = (name: string, value: unknown, context: { readonly source?: string }) => unknown

/** As JSON.parse, but integers of these members arrive as bigint, from their digits. */
export function parseWithIntegers(text: string, names: readonly string[]): unknown {
  const reviver: WithSource = (name, value, { source }) =>
    source !== undefined && typeof value === 'number' && names.includes(name) ? BigInt(source) : value
  if (!names.some((name) => text.includes(`"${name}"`))) return JSON.parse(text)
  return JSON.parse(text, reviver as (name: string, value: unknown) => unknown)
}

/** A value as JSON has it: amounts are text, because JSON numbers are exact up to 2^53 only. */
export type AmountsAsText<T> = T extends bigint
  ? string
  : T extends object
    ? { readonly [Name in keyof T]: AmountsAsText<T[Name]> }
    : T

/** A copy for JSON. PostgreSQL reads the texts as bigint, without a detour over floating point. */
export function amountsAsText<T>(value: T): AmountsAsText<T> {
  return textsOf(value) as AmountsAsText<T>
}

function textsOf(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(textsOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, textsOf(part)]))
}

/** So many values are written in one go. */
const FEW = 500

/** JSON of a value whose amounts are written as text, in steps: yields after each element of what has many values. */
export function* keptJsonInSteps(value: object): Generator<undefined, string> {
  const parts: string[] = []
  yield* write(value, parts)
  return parts.join('')
}

function* write(value: unknown, parts: string[]): Generator<undefined, void> {
  if (fewLeft(value, FEW) >= 0) parts.push(JSON.stringify(amountsAsText(value)) ?? 'null')
  else if (Array.isArray(value)) {
    let separator = '['
    for (const element of value) {
      parts.push(separator)
      yield* write(element, parts)
      separator = ','
      yield
    }
    parts.push(']')
  } else {
    let separator = '{'
    for (const [name, member] of Object.entries(value as object)) {
      if (member === undefined) continue
      parts.push(separator, JSON.stringify(name), ':')
      yield* write(member, parts)
      separator = ','
    }
    parts.push('}')
  }
}

/** What is left of so many values; negative where there are more. */
function fewLeft(value: unknown, few: number): number {
  let left = few - 1
  if (typeof value !== 'object' || value === null) return left
  for (const name in value) {
    if (left < 0) return left
    left = fewLeft(value[name as keyof typeof value], left)
  }
  return left
}

/** The value of such a copy again; members whose names end with `_minor` are amounts. JSON.parse with a function is slow. */
export function amountsFromText<T>(value: AmountsAsText<T>): T {
  return amountsOf(value) as T
}

function amountsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(amountsOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, amountsOf(amountsAsBigint(name, part))]))
}

/** The same in steps, for what has thousands of amounts. Yields after each element of a list. */
export function* amountsInSteps<T>(value: AmountsAsText<T>): Generator<undefined, T> {
  return (yield* amountsStepwise(value)) as T
}

function* amountsStepwise(value: unknown): Generator<undefined, unknown> {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const elements: unknown[] = []
    for (const element of value) {
      elements.push(yield* amountsStepwise(element))
      yield
    }
    return elements
  }
  const members: [string, unknown][] = []
  for (const [name, part] of Object.entries(value))
    members.push([name, yield* amountsStepwise(amountsAsBigint(name, part))])
  return Object.fromEntries(members)
}

/** For JSON.parse: the names of amounts end with their unit. */
export function amountsAsBigint(name: string, value: unknown): unknown {
  return name.endsWith('_minor') && typeof value === 'string' ? BigInt(value) : value
}
