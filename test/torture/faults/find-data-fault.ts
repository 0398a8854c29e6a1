import type { BooksToSpoil } from './books-to-spoil.ts'
import type { DataFault } from './in-rows/data-fault.ts'

/** Plants a fault, and takes it back again. @returns the checks of the verifier that name something */
export async function findDataFault(books: BooksToSpoil, { sql }: DataFault): Promise<string[]> {
  const { quiet, own, other } = books
  const statements = typeof sql === 'string' ? sql : await sql(books)
  const fault = statements.replaceAll(':own', `'${own}'`).replaceAll(':other', `'${other}'`)
  const found = await quiet.findingsAfter(fault, own, other)
  return [...new Set(found.map(({ check }) => check))]
}
