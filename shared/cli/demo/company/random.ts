/** Repeatable randomness: the same numbers for the same seed, in every run and on every machine (mulberry32). */
export type Random = { between(least: number, most: number): number; isOneIn(odds: number): boolean }

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return { between, isOneIn: (odds) => between(1, odds) === 1 }
}
