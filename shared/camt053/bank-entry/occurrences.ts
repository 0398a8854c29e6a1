/** An occurrence of a content that a page of the same bank statement has already. */
export type PagedOccurrence = { readonly content_hash: string; readonly page: string; readonly occurrence: number }

/**
 * Numbers equal bank entries. Within a bank statement the second of two equal ones is another bank entry; in another
 * bank statement it is the same one again. Pages of one bank statement share their numbers: a number that one page has
 * is taken for the others, in whatever order they come, and a page that comes again gets its numbers again.
 *
 * @param known occurrences that pages of this bank statement have already, of each content in their order
 * @param page null for a bank statement that has no pages
 * @returns the occurrence of the next bank entry with this content
 */
export function numberOccurrences(known: readonly PagedOccurrence[], page: string | null) {
  const ofThisPage = Map.groupBy(
    known.filter((occurrence) => occurrence.page === page),
    ({ content_hash }) => content_hash,
  )
  const taken = new Set(known.filter((occurrence) => occurrence.page !== page).map(keyOf))
  const last = new Map<string, number>()
  return (content_hash: string): number => {
    const before = ofThisPage.get(content_hash)?.shift()
    const key = compact(content_hash)
    const latest = last.get(key) ?? 0
    let occurrence = before?.occurrence ?? latest + 1
    while (!before && taken.has(keyOf({ content_hash, occurrence }))) occurrence += 1
    last.set(key, Math.max(occurrence, latest))
    return occurrence
  }
}

/** One character for each byte: there is a key for every bank entry of a bank statement, and it is held to the end. */
function compact(hash: string): string {
  return Buffer.from(hash, 'hex').toString('latin1')
}

function keyOf({ content_hash, occurrence }: Pick<PagedOccurrence, 'content_hash' | 'occurrence'>): string {
  return `${content_hash} ${occurrence}`
}
