import { createMatcher, type Match } from '../../../shared/camt053/matching/match.ts'

/** A matcher that answers at once, however many steps it takes. */
export function matcherOf(...given: Parameters<typeof createMatcher>) {
  const { match, mayBeDiscounted } = createMatcher(...given)
  return { match: (...payment: Parameters<typeof match>) => inOneStep(match(...payment)), mayBeDiscounted }
}

function inOneStep(steps: Generator<void, Match[]>): Match[] {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
