import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import fc from 'fast-check'
import { sha256InSteps, sha256Of } from '../../shared/canonical/hash.ts'
import { parseInSteps } from '../../shared/canonical/parse-in-steps.ts'
import { amountsAsText, keptJsonInSteps } from '../../shared/store/db/json.ts'

const LONG = 40_000
const MOST = 33_000

/** Lists, objects and texts that are longer than a piece, within each other, beside whatever else JSON has. */
const documents = fc.tuple(fc.jsonValue(), fc.jsonValue(), fc.string({ unit: 'binary' })).map(([one, other, text]) => {
  const list = [one, ...Array.from({ length: 3_000 }, (_, index) => ({ amount_minor: BigInt(index), text })), other]
  const object = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`${text} ${index}`, [index, one]]))
  return { [text]: list, object, words: [`${text}"\\`.repeat(LONG / 8), '\\', '😀'.repeat(LONG)], empty: [[], {}, ''] }
})

describe('JSON of megabytes', () => {
  it('is written, hashed and parsed in steps as it is at once', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const text = JSON.stringify(amountsAsText(document))
        expect(atOnce(keptJsonInSteps(document))).to.equal(text)
        expect(atOnce(sha256InSteps(text))).to.equal(sha256Of(text))
        const exact = (_: string, value: unknown) => (value === '7' ? 7n : value)
        for (const written of [text, JSON.stringify(amountsAsText(document), null, 1)])
          for (const reviver of [undefined, exact])
            expect(isDeepStrictEqual(atOnce(parseInSteps(written, reviver)), JSON.parse(written, reviver))).to.equal(
              true,
            )
      }),
      { numRuns: 3 },
    )
  })

  it('is parsed in pieces', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ row_key: `${index}`, sources: [index] }))
    const text = JSON.stringify({ sheets: [{ rows }], name: 'x' })
    const pieces: number[] = []
    const { parse } = JSON
    JSON.parse = (piece, reviver) => {
      pieces.push(piece.length)
      return parse(piece, reviver)
    }
    try {
      expect(atOnce(parseInSteps(text))).to.deep.equal({ sheets: [{ rows }], name: 'x' })
    } finally {
      JSON.parse = parse
    }
    expect(Math.max(...pieces)).to.be.lessThan(MOST)
    expect(pieces.length).to.be.lessThan(30)
  })

  for (const cut of ['[1,', '{"a":', '["', '[{"a":1}'])
    it(`without an end is refused: ${cut}`, () => {
      const text = `${cut.padEnd(LONG, ' ')}`
      expect(() => atOnce(parseInSteps(text))).to.throw(SyntaxError)
    })
})

function atOnce<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
