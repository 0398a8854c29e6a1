import type { BooksToSpoil } from '../books-to-spoil.ts'

/** Something wrong in the rows, and the check of the verifier that has to name it. */
export type DataFault = {
  readonly name: string
  /** The deed or the mishap that leaves such rows behind. */
  readonly simulates: string
  /** Queries between semicolons; `:customer` and `:other` are the two end customers. */
  readonly sql: string | ((books: BooksToSpoil) => Promise<string>)
  readonly check: string
}

export const CUSTOMER = 'end_customer_id = :customer'
export const MIDDLE = `${CUSTOMER} and entry_number = 2`
export const LAST = `${CUSTOMER} and entry_number = 7`
