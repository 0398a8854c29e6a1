import { expect } from 'chai'
import { matcherOf } from '../../../support/matching/matcher.ts'

const NAME = 'Immo Muster AG'
const BILLS = 50
const MOST_OF_TEXT = 10_000

function bills(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `bill-${index}`,
    currency: 'CHF',
    document_date: '2026-11-10',
    amount_minor: 150_000n,
    open_amount_minor: 150_000n,
    payment_reference: null,
    document_number: `RE-2026-${1000 + index}`,
    partner_name: NAME,
  }))
}

function filledWith(piece: (index: number) => string): string {
  return Array.from({ length: MOST_OF_TEXT }, (_, index) => piece(index))
    .join('')
    .slice(0, MOST_OF_TEXT)
}

/** How often a pattern is looked for while a payment with this text is compared with equal bills. */
function patternsFor(text: string, count: number): number {
  const { match } = matcherOf(bills(count))
  const { exec } = RegExp.prototype
  let patterns = 0
  RegExp.prototype.exec = function (...parts) {
    patterns += 1
    return exec.apply(this, parts)
  }
  try {
    match({ id: 'p', currency: 'CHF', amount_minor: 150_000n, references: [], text, name: NAME })
  } finally {
    RegExp.prototype.exec = exec
  }
  return patterns
}

describe('a long text that is compared with fifty equal bills', () => {
  for (const [name, text] of [
    ['one number over and over', filledWith(() => '2026-1111 ')],
    ['quarters', filledWith((index) => `q${(index % 4) + 1}/2026 `)],
    ['letters and digits apart', filledWith((index) => `QZ 2026 ${index} `)],
    ['words', filledWith(() => 'Zahlung Waren ')],
  ] as const)
    it(`is read once: ${name}`, () => {
      expect(patternsFor(text, BILLS)).to.be.below(patternsFor(text, 1) * 2)
    })
})
