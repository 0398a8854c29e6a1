import { bare } from '../compare-texts.ts'

/** Shorter ones are too common to count: `numbersIn` finds none. */
const SHORTEST = 3

/**
 * Whether a text may have one of these numbers or references, in capitals and without signs and blanks. All that `numbersIn` and `referencesInText` put together of
 * a text is a part of it without its signs, so a text in which none is has none of them.
 */
export function mayHaveOneOf(numbers: Iterable<string>): (text: string) => boolean {
  const long = [...new Set(numbers)].filter((number) => number.length >= SHORTEST)
  const byStart = Map.groupBy(long, (number) => number.slice(0, SHORTEST))
  if (byStart.size === 0) return () => false
  return (text) => {
    const letters = bare(text)
    for (let at = 0; at + SHORTEST <= letters.length; at += 1) {
      const near = byStart.get(letters.slice(at, at + SHORTEST))
      if (near?.some((number) => letters.startsWith(number, at))) return true
    }
    return false
  }
}
