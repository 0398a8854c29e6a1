import { expect } from 'chai'
import { isRoundingLine } from '../../../shared/accounting/documents/rounding-line.ts'
import { DOCUMENT, line } from '../facts/rule-contexts.ts'

const taxed = line('I81', 10_000, 810)
const isRounding = (small: typeof taxed, others = [taxed]) =>
  isRoundingLine({ ...DOCUMENT, tax_lines: [...others, small] }, small)

describe('a difference of rounding', () => {
  const cases: readonly [string, boolean, boolean][] = [
    ['one Rappen less', isRounding(line('NONE', -1, 0)), true],
    ['five Rappen', isRounding(line('NONE', 5, 0)), true],
    ['six Rappen', isRounding(line('NONE', 6, 0)), false],
    ['with a category', isRounding(line('NONE', 1, 0, 'fees')), false],
    ['with a tax code', isRounding(line('I81', 1, 0)), false],
    ['alone', isRounding(line('NONE', 5, 0), []), false],
    ['one yen, which has no hundredths', isRounding(line('NONE', 1, 0, null, 'JPY')), false],
    ['fifty thousandths of a dinar', isRounding(line('NONE', 50, 0, null, 'KWD')), true],
  ]
  for (const [name, found, expected] of cases) {
    it(`${name}: ${expected ? 'yes' : 'no'}`, () => {
      expect(found).to.equal(expected)
    })
  }
})
