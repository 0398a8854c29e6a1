import { lineNumbers } from '../journal/vouchers/changes-of-voucher.ts'
import type { LegOnAccount } from './entry-of-legs.ts'

/** Where an entry moves an open item: the number of the line, 0 where rounding left none, and its account. */
type PlaceOfItem = { readonly line_number: number; readonly account_code: string | null }

/**
 * The lines on which the legs of an entry move its open items. Two lines may have one amount and one account, so nobody
 * finds them again by what they say: a gain of 10.00 beside a rest of 10.00.
 */
export type LinesOfItems = {
  /** Of the items that the request closes, in its order. */
  readonly closed: readonly number[]
  /** Of the credit or the advance that the money is or leaves; null without any. */
  readonly ofMoney: PlaceOfItem | null
}

export function linesOfItems(legs: readonly LegOnAccount[]): LinesOfItems {
  // Legs of no value in base currency have no line.
  const numbers = lineNumbers(legs.map(({ base_minor }) => ({ amount_minor: base_minor })))
  const closed: number[] = []
  let ofMoney: PlaceOfItem | null = null
  for (const [index, { item, account_code = null }] of legs.entries()) {
    const line_number = numbers[index] ?? 0
    if (typeof item === 'number') closed[item] = line_number
    else if (item !== undefined) ofMoney = { line_number, account_code }
  }
  return { closed, ofMoney }
}
