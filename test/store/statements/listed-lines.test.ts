import { expect } from 'chai'
import fc from 'fast-check'
import { BLANKLESS, ListedLines, TEXT } from '../../../shared/store/statements/listed-lines.ts'

const BLANKLESS_COUNT = Object.keys(BLANKLESS).length
const TEXTS = Object.values(TEXT)
/** So many of them. */
const OF_PARTNER = 2

describe('lines of open items', () => {
  it('are cut into what was put into them, whatever characters the texts have', () => {
    const value = fc.stringMatching(/^[a-z0-9-]{1,40}$/)
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', ' ', 'ü, 12 -', '𝒳 "1"\r\n', '4 5 6'))
    const line = fc.tuple(
      fc.array(value, { minLength: BLANKLESS_COUNT, maxLength: BLANKLESS_COUNT }),
      fc.array(text, { minLength: TEXTS.length, maxLength: TEXTS.length }),
    )
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const withLengths = (texts: string[]) => [...texts.map((each) => Buffer.byteLength(each)), texts.join('')]
        const written = lines.map(
          ([values, texts]) =>
            withLengths(texts.slice(0, OF_PARTNER)).join(' ') +
            [...values, ...withLengths(texts.slice(OF_PARTNER))].join(' '),
        )
        const read = new ListedLines(written)
        for (const [values, texts] of lines) {
          expect(read.next()).to.equal(true)
          expect(values.map((_, place) => read.read(place))).to.deep.equal(values)
          const [isNull] = values.map((_, place) => read.isNull(place))
          expect(isNull).to.equal(values[0]?.length === 1)
          const cut = TEXTS.map((place) => String(read.bytes.subarray(read.begin(place), read.end(place))))
          expect(cut).to.deep.equal(texts)
        }
        expect(read.next()).to.equal(false)
      }),
      { seed: 55 },
    )
  })
})
