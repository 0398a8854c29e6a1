import { expect } from 'chai'
import { readRatesFile } from '../../shared/customs-rates/read-rates-file.ts'
import { averageRatesFile, ratesFile } from './rates-file.ts'

describe('a file of rates of the customs office', () => {
  it('has rates for one unit, on every day on which they are valid', () => {
    const file = readRatesFile(
      ratesFile({
        valid: '25.07.2026,26.07.2026,27.07.2026',
        rates: [
          ['1 EUR', '0.93555'],
          ['100 JPY', '0.53210'],
        ],
      }),
    )
    expect(file).to.deep.equal({
      kind: 'daily',
      published_on: '2026-07-24',
      valid_on: ['2026-07-25', '2026-07-26', '2026-07-27'],
      rates: [
        { currency: 'EUR', quote: '1 EUR = 0.93555 CHF', rate_e8: 93_555_000n },
        { currency: 'JPY', quote: '100 JPY = 0.53210 CHF', rate_e8: 532_100n },
      ],
    })
  })

  it('may have the average rates of a month', () => {
    const rates = [
      ['1 EUR', '0.9328'],
      ['100 DKK', '12.4792'],
    ] as const
    expect(readRatesFile(averageRatesFile('2026-08', rates))).to.deep.equal({
      kind: 'monthly_average',
      published_on: '2026-08',
      valid_on: ['2026-08'],
      rates: [
        { currency: 'EUR', quote: '1 EUR = 0.9328 CHF', rate_e8: 93_280_000n },
        { currency: 'DKK', quote: '100 DKK = 12.4792 CHF', rate_e8: 12_479_200n },
      ],
    })
  })

  it('may say first and last day, and rounds nothing', () => {
    const rates = [
      ['10000 VND', '0.31330'],
      ['10000 IDR', '0.45902'],
    ] as const
    const { valid_on, rates: read } = readRatesFile(ratesFile({ valid: '31.12.2026 - 02.01.2027', rates }))
    expect(valid_on).to.deep.equal(['2026-12-31', '2027-01-01', '2027-01-02'])
    expect(read.map(({ rate_e8 }) => rate_e8)).to.deep.equal([3_133n, null])
  })

  const EUR = [['1 EUR', '0.93555']] as const
  for (const [name, text, message] of [
    ['no XML', 'EUR;0.93', 'The file is not well-formed XML'],
    ['half a file', ratesFile({ rates: EUR }).slice(0, -20), 'The file is not well-formed XML'],
    ['another XML', '<Document/>', 'begins with <Document>'],
    ['a document type', `<!DOCTYPE x>${ratesFile({ rates: EUR })}`, 'document type'],
    ['no rates', ratesFile({ rates: [] }), 'has no rates'],
    ['a rate of zero', ratesFile({ rates: [['1 EUR', '0.000']] }), '"0.000" of "1 EUR" cannot be read'],
    ['a negative rate', ratesFile({ rates: [['1 EUR', '-0.9']] }), 'cannot be read'],
    ['a rate in words', ratesFile({ rates: [['1 EUR', '0,93']] }), 'cannot be read'],
    ['seven units', ratesFile({ rates: [['7 EUR', '0.93']] }), 'cannot be read'],
    ['a currency twice', ratesFile({ rates: [...EUR, ...EUR] }), 'two rates of EUR'],
    ['a day that is none', ratesFile({ valid: '31.06.2026', rates: EUR }), '"31.06.2026" as <gueltigkeit>'],
    ['no day', ratesFile({ valid: '', rates: EUR }), '"" as <gueltigkeit>'],
    ['days backwards', ratesFile({ valid: '02.06.2026-01.06.2026', rates: EUR }), 'as <gueltigkeit>'],
    ['a month that is none', averageRatesFile('2026-13', EUR), '"2026-13" as <monat>'],
    ['no month', averageRatesFile('', EUR), '"" as <monat>'],
    ['no average rates', averageRatesFile('2026-08', []), 'has no rates'],
    ['a year', ratesFile({ valid: '01.01.2026-31.12.2026', rates: EUR }), 'as <gueltigkeit>'],
  ] as const)
    it(`is refused with ${name}`, () => {
      expect(() => readRatesFile(text)).to.throw(message)
    })
})
