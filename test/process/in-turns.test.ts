import { expect } from 'chai'
import { createTurns } from '../../shared/process/in-turns.ts'

/** More than a fraction of what one piece of work may take, and less than all of it. */
const SOME_MS = 3

describe('pieces of work in turns', () => {
  it('let others go on where they take long together, and each is short', async () => {
    let has_gone_on = false
    setImmediate(() => {
      has_gone_on = true
    })
    const inTurns = createTurns()
    const seen: boolean[] = []
    for (let piece = 0; piece < 4; piece += 1) seen.push(await inTurns(busy(() => has_gone_on)))
    expect(seen.at(-1)).to.equal(true)
  })
})

/** biome-ignore lint/correctness/useYield: it is so short that it has one step */
function* busy(hasGoneOn: () => boolean): Generator<void, boolean> {
  const ends = performance.now() + SOME_MS
  while (performance.now() < ends);
  return hasGoneOn()
}
