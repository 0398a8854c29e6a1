/** Pages of one bank statement that are not there, the first and the last one; without a last one where nobody knows how many there are. */
export type MissingPages = { readonly from: number; readonly to: number | null }

/** Numbers of bank statements, the first and the last one; with their year where numbers begin again with a year. */
export type MissingNumbers = { readonly from: string; readonly to: string; readonly year: string | null }

type PlacedPage = { readonly page: { readonly number: string; readonly is_last: boolean } | null }

/**
 * The pages that a bank statement has, by its own words, and that are not among those that are known: up to the last one, and
 * behind the highest one where that is not the last. Of a statement that the bank has divided anew the longest division counts.
 */
export function missingPagesOf(known: readonly PlacedPage[]): readonly MissingPages[] {
  const pages = known.flatMap(({ page }) => page ?? [])
  const numbers = [...new Set(pages.map(({ number }) => Number(number)))].sort((a, b) => a - b)
  const highest = numbers.at(-1)
  if (highest === undefined) return []
  const between = numbers.flatMap((number, at) => {
    const from = (numbers[at - 1] ?? 0) + 1
    return from < number ? [{ from, to: number - 1 }] : []
  })
  const isEnded = pages.some(({ number, is_last }) => is_last && Number(number) === highest)
  return isEnded ? between : [...between, { from: highest + 1, to: null }]
}
