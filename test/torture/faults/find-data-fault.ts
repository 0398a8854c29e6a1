import type { VerificationFinding } from '../../../shared/verify/verify-ledger.ts'
import type { BooksToSpoil } from './books-to-spoil.ts'
import type { DataFault } from './in-rows/data-fault.ts'

/** Plants a fault, and takes it back again. @returns the checks of the verifier with findings */
export async function findDataFault(books: BooksToSpoil, fault: DataFault): Promise<string[]> {
  return [...new Set((await findingsOfFault(books, fault)).map(({ check }) => check))]
}

/** Plants a fault, and takes it back again. */
export async function findingsOfFault(books: BooksToSpoil, { sql }: DataFault): Promise<VerificationFinding[]> {
  const { quiet, customer, other } = books
  const queries = typeof sql === 'string' ? sql : await sql(books)
  const fault = queries.replaceAll(':customer', `'${customer}'`).replaceAll(':other', `'${other}'`)
  return quiet.findingsAfter(fault, customer, other)
}
