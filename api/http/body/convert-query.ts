import type { Schema } from '../../../shared/contract/schema.ts'

/** How a value is written in a query, where it is no text. Anything else stays text, and has the wrong type. */
const CONVERSIONS: Readonly<Record<string, (text: string) => unknown>> = {
  // Number() and Ajv would also take 1e2, 0x10, +5, 007 and blanks.
  integer: (text) => (/^(?:0|[1-9][0-9]*)$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
}

/** @returns a function that converts the parameters of a query in place, each to the type that the schema gives it */
export function queryConverter(schema: Schema): (query: Record<string, unknown>) => void {
  const conversions = Object.entries(schema.properties ?? {}).flatMap(([name, { type }]) => {
    const convert = CONVERSIONS[String(type)]
    return convert ? [[name, convert] as const] : []
  })
  return (query) => {
    for (const [name, convert] of conversions) {
      const value = query[name]
      if (typeof value === 'string') query[name] = convert(value)
    }
  }
}
