/** Equal bank entries that two bank statements may have in common: at least and at most so many of one amount. */
export type CountedContent = {
  readonly content: string
  readonly signed_minor: bigint
  readonly least: number
  readonly most: number
}

/** `many`: several counts are right, or there are more of them than are tried. */
export type CommonCounts = ReadonlyMap<string, number> | 'none' | 'many'

/** So many counts are tried. */
const MOST_TRIES = 10_000

/** How many of each content make up a sum. */
export function countCommon(wanted_minor: bigint, contents: readonly CountedContent[]): CommonCounts {
  if (contents.some(({ least, most }) => least > most)) return 'none'
  const reachable = rangesOf(contents)
  const counts: number[] = []
  let found: number[] | null = null
  let tries = 0
  let isMany = false
  const tryFrom = (at: number, rest_minor: bigint): void => {
    tries += 1
    if (tries > MOST_TRIES) isMany = true
    const range = reachable[at]
    if (isMany || !range || rest_minor < range.least_minor || rest_minor > range.most_minor) return
    const content = contents[at]
    if (!content) {
      isMany = found !== null
      found = [...counts]
      return
    }
    // What moves nothing, such as a booking that is only announced, is in both of them as often as it can.
    const least = content.signed_minor === 0n ? content.most : content.least
    for (let count = least; count <= content.most; count += 1) {
      counts[at] = count
      tryFrom(at + 1, rest_minor - BigInt(count) * content.signed_minor)
    }
  }
  tryFrom(0, wanted_minor)
  if (isMany) return 'many'
  const only: readonly number[] | null = found
  return only ? new Map(contents.map(({ content }, at) => [content, only[at] ?? 0])) : 'none'
}

type SumRange = { readonly least_minor: bigint; readonly most_minor: bigint }

/** What the contents from each of them on can make. */
function rangesOf(contents: readonly CountedContent[]): SumRange[] {
  const ranges: SumRange[] = [{ least_minor: 0n, most_minor: 0n }]
  for (const { signed_minor, least, most } of contents.toReversed()) {
    const [behind] = ranges as [SumRange]
    const [low, high] = [BigInt(least) * signed_minor, BigInt(most) * signed_minor]
    ranges.unshift({
      least_minor: behind.least_minor + (low < high ? low : high),
      most_minor: behind.most_minor + (low < high ? high : low),
    })
  }
  return ranges
}
