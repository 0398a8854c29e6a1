import type { Bucket, LedgerAccount } from './statement.ts'

type AccountMoves = Pick<LedgerAccount, 'debit' | 'credit' | 'opening_entries'>

/**
 * The last fiscal year with lines on an account, which its balance leads to: years behind it may have none.
 *
 * @param through the index of the last bucket that counts
 * @returns null where nothing was booked until then
 */
export function lastYearMoved(
  { debit, credit, opening_entries }: AccountMoves,
  buckets: readonly Bucket[],
  through: number,
): string | null {
  for (let at = through; at >= 0; at -= 1)
    if ([debit, credit, opening_entries].some((amounts) => (amounts[at] ?? 0n) !== 0n))
      return buckets[at]?.fiscal_year_id ?? null
  return null
}
