import type { ValidateFunction } from 'ajv/dist/2020.js'
import { type ErrorDetail, MAX_DETAILS } from '../../../shared/contract/platform/errors.ts'
import type { Schema } from '../../../shared/contract/schema.ts'
import type { Slice } from '../admission/turns.ts'
import { detailsOf } from './details-of-errors.ts'
import { compileBody, compilePart } from './validate.ts'

/**
 * Finds what is wrong with a body.
 *
 * @param unsafe what the reader of JSON has found already
 * @param most details to look for
 * @returns a detail for each offending field; none for a body that is right
 */
export type BodyValidator = (
  body: unknown,
  unsafe: readonly ErrorDetail[],
  slice: Slice,
  most?: number,
) => Promise<readonly ErrorDetail[]>

/** A part of a body without the items of its arrays, and the arrays in it with their items as parts. */
type BodyPart = { readonly validate: ValidateFunction; readonly arrays: readonly ArrayOfParts[] }
type ArrayOfParts = { readonly path: readonly string[]; readonly most: number; readonly item: BodyPart }

/**
 * One call of Ajv accepts a body that is right. The errors of another one are looked for part by part, because Ajv can
 * stop at the first error or at none: it would keep an error for each of a hundred thousand items.
 */
export function bodyValidator(schema: Schema): BodyValidator {
  const isRight = compileBody(schema)
  const whole = partOf(schema)
  return async (body, unsafe, slice, most = MAX_DETAILS) => {
    if (unsafe.length === 0 && isRight(body)) return unsafe
    if (most === 1) return [...unsafe, ...detailsOf(isRight.errors ?? [], 1)].slice(0, 1)
    await slice.pause()
    const found = new FoundDetails(unsafe, most)
    await collect(whole, body, '', found, slice)
    return found.all()
  }
}

async function collect(
  part: BodyPart,
  value: unknown,
  pointer: string,
  found: FoundDetails,
  slice: Slice,
): Promise<void> {
  await slice.pause()
  if (!part.validate(value)) found.add(detailsOf(part.validate.errors ?? [], MAX_DETAILS, pointer))
  for (const { path, most, item } of part.arrays) {
    const items = path.reduce(memberOf, value)
    if (!Array.isArray(items)) continue
    const parent = pointer + path.map((name) => `/${name}`).join('')
    // Items beyond those that may be there are not looked at: their number is wrong already.
    for (const [index, each] of items.slice(0, most).entries()) {
      if (found.areEnough()) return
      await collect(item, each, `${parent}/${index}`, found, slice)
    }
  }
}

/** Details by their pointers: an unsafe name is also an unknown one; it is reported once, as unsafe. */
class FoundDetails {
  readonly #byPointer: Map<string, ErrorDetail>
  readonly #most: number

  constructor(first: readonly ErrorDetail[], most: number) {
    this.#byPointer = new Map(first.slice(0, most).map((detail) => [detail.pointer, detail]))
    this.#most = most
  }

  areEnough(): boolean {
    return this.#byPointer.size >= this.#most
  }

  add(details: readonly ErrorDetail[]): void {
    for (const detail of details)
      if (!this.areEnough() && !this.#byPointer.has(detail.pointer)) this.#byPointer.set(detail.pointer, detail)
  }

  all(): ErrorDetail[] {
    return [...this.#byPointer.values()]
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** A schema that an endpoint and the items of a batch have is compiled once, as Ajv does with a whole one by itself. */
const parts = new WeakMap<Schema, BodyPart>()

function partOf(schema: Schema): BodyPart {
  const known = parts.get(schema)
  if (known) return known
  const arrays: ArrayOfParts[] = []
  const part = { validate: compilePart(withoutItems(schema, [], arrays)), arrays }
  parts.set(schema, part)
  return part
}

/** The schema with any items in its arrays, which are added to `arrays`. */
function withoutItems(schema: Schema, path: readonly string[], arrays: ArrayOfParts[]): Schema {
  if (schema.items) {
    arrays.push({ path, most: schema.maxItems ?? Number.POSITIVE_INFINITY, item: partOf(schema.items) })
    const { items: _, ...rest } = schema
    return rest as Schema
  }
  if (!schema.properties) return schema
  const properties = Object.entries(schema.properties).map(([name, member]) => [
    name,
    withoutItems(member, [...path, name], arrays),
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}
