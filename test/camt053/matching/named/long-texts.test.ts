import { expect } from 'chai'
import { textOfMonths } from '../../../../shared/camt053/matching/named/months-of-bills.ts'
import { accountsTold, paymentReferencesIn } from '../../../../shared/camt053/matching/orders/references-in-text.ts'
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
  return patternsWhile(() =>
    match({ id: 'p', currency: 'CHF', amount_minor: 150_000n, references: [], text, name: NAME }),
  )
}

function patternsWhile(work: () => unknown): number {
  const { exec } = RegExp.prototype
  let patterns = 0
  RegExp.prototype.exec = function (...parts) {
    patterns += 1
    return exec.apply(this, parts)
  }
  try {
    work()
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
    ['days with blanks', filledWith(() => 'Rechnung 25. 11. 2026 ')],
    ['full stops and blanks', filledWith(() => 'Immo 25.  ')],
  ] as const)
    it(`is read once: ${name}`, () => {
      expect(patternsFor(text, BILLS)).to.be.below(patternsFor(text, 1) * 2)
    })
})

describe('references in a long text of short words', () => {
  const WORDS = MOST_OF_TEXT / 2
  for (const piece of ['a ', '1 ', 'R ', 'F '])
    it(`are looked for once at each word, and not at each of its neighbours: ${piece}`, () => {
      const text = piece.repeat(WORDS)
      expect(patternsWhile(() => paymentReferencesIn(text))).to.be.below(WORDS * 4)
      expect(patternsWhile(() => accountsTold({ name: null, account_of_other: null, text }))).to.be.below(WORDS * 2)
    })

  it('are found all the same', () => {
    const [rf, account] = ['RF18539007547034', 'CH9300762011623852957']
    const blocks = `${'a 1 '.repeat(500)} RF18 5390 0754 7034 b 21 00000 00003 13947 14300 09017 CH93 0076 2011 6238 5295 7`
    expect(paymentReferencesIn(blocks)).to.deep.equal([rf, '210000000003139471430009017'])
    expect(accountsTold({ name: null, account_of_other: null, text: blocks })).to.include(account)
  })
})

describe('days in a long text', () => {
  it('are looked for in time that grows with its length', () => {
    for (const piece of ['25. 11. ', '25.', '1-', '2026.', 'a.', '. ', ' ', 'Rechnung 1.11. ', 'Rg von n '])
      expect(
        patternsWhile(() => textOfMonths(piece.repeat(8_000))),
        piece,
      ).to.be.below(5 * patternsWhile(() => textOfMonths(piece.repeat(2_000))) + 100)
  })
})
