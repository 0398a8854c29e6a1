import type { booksWithRules } from '../books-with-rules.ts'
import type { Told } from './lines-of-bank.ts'

export const QRR = '210000000003139471430009017'
export const QRR_IN_BLOCKS = '21 00000 00003 13947 14300 09017'
export const RF = 'RF18539007547034'
export const HOLZ = 'Schreinerei Holz GmbH'
export const KUNDIN = { customer: { name: 'Kundin GmbH' } }

export type Direction = 'DBIT' | 'CRDT'
export type Books = ReturnType<typeof booksWithRules>

/** A bank entry, and what explains it better than a rule. */
export type Row = {
  readonly name: string
  readonly direction: Direction
  /** The documents that are open, or were paid. */
  readonly open: (books: Books) => Promise<unknown>
  readonly amount: string
  /** One payment, or those of a collective bank entry. */
  readonly line: Told | readonly Told[]
  /** What the bank says of the bank entry. */
  readonly ofBank?: string
  /** Its day, where that is another one than that of the lines of other tests. */
  readonly date?: string
  /** What is proposed: type, amount, score, reasons. */
  readonly proposed: readonly string[]
  /** Why the rule is proposed and does not book, where nothing else is proposed. */
  readonly held?: string
}

export const bill =
  (amount: number, more: object = {}): Row['open'] =>
  ({ owed }) =>
    owed(amount, { supplier: { name: HOLZ }, tax_lines: [], ...more })
export const all =
  (...opened: Row['open'][]): Row['open'] =>
  async (books) => {
    for (const open of opened) await open(books)
  }
