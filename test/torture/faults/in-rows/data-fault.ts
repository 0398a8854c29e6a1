import type { BooksToSpoil } from '../books-to-spoil.ts'

/** Something wrong in the rows, and the check of the verifier that has to name it. */
export type DataFault = {
  readonly name: string
  /** What somebody has done, or what went wrong, when rows look like this. */
  readonly simulates: string
  /** Statements between semicolons; `:own` and `:other` are the two end customers. */
  readonly sql: string | ((books: BooksToSpoil) => Promise<string>)
  readonly check: string
}

export const OWN = 'end_customer_id = :own'
export const MIDDLE = `${OWN} and entry_number = 2`
export const LAST = `${OWN} and entry_number = 7`
