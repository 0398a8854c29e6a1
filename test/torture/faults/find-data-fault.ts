import type { BooksToSpoil } from './books-to-spoil.ts'
import type { DataFault } from './in-rows/data-fault.ts'

/** Plants a fault, and takes it back again. @returns the checks of the verifier with findings */
export async function findDataFault(books: BooksToSpoil, { sql }: DataFault): Promise<string[]> {
  const { quiet, customer, other } = books
  const queries = typeof sql === 'string' ? sql : await sql(books)
  const fault = queries.replaceAll(':customer', `'${customer}'`).replaceAll(':other', `'${other}'`)
  const found = await quiet.findingsAfter(fault, customer, other)
  return [...new Set(found.map(({ check }) => check))]
}
