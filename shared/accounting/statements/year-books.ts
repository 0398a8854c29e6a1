import { balanceSheetAt, type SheetRules } from './balance-sheet.ts'
import type { Bucket, LedgerAccount, StatementColumn } from './statement.ts'

/** The books of a fiscal year as its statements show them: as they are, or as they were kept when the year was closed. */
export type YearBooks = {
  readonly accounts: readonly LedgerAccount[]
  /** Earlier fiscal years as a whole, then the year itself from index `first` on. */
  readonly buckets: readonly Bucket[]
  readonly first: number
  readonly rules: SheetRules
  /** Balance sheets as kept, by the last day of their bucket; null where they are computed from the accounts. */
  readonly kept_sheets: ReadonlyMap<string, StatementColumn> | null
}

/** The balance sheet at the end of a bucket of the year; yields on the way. */
export function* balanceSheetOf(
  { accounts, buckets, rules, kept_sheets }: YearBooks,
  at: number,
): Generator<undefined, StatementColumn> {
  return kept_sheets?.get(buckets[at]?.end_date ?? '') ?? (yield* balanceSheetAt(accounts, buckets, at, rules))
}

/** The books of the year before, seen from an open year: null for the first one. */
export function yearBefore({ accounts, buckets, first, rules }: YearBooks): YearBooks | null {
  if (first === 0) return null
  return { accounts, buckets: buckets.slice(0, first), first: first - 1, rules, kept_sheets: null }
}
