import { expect } from 'chai'
import { codes, code as currencyOf } from 'currency-codes'
import { minorDigits, toBaseCurrency } from '../../../shared/accounting/amounts/currency.ts'
import { table } from '../../support/table.ts'

table(
  'conversion into francs',
  (minor: number, currency: string, rate: number) =>
    Number(toBaseCurrency(BigInt(minor), currency, 'CHF', BigInt(rate))),
  [
    [50_000, 'EUR', 95_000_000, 47_500],
    [-50_000, 'EUR', 95_000_000, -47_500],
    [10_000, 'JPY', 570_000, 5_700],
    [1_000, 'KWD', 290_000_000, 290],
  ],
)

// biome-ignore format: a set of codes reads better in rows
/** ISO 4217 gives these no minor unit ("N.A."): metals, units of account, testing, no currency. The list writes 0. */
const WITHOUT_MINOR_UNIT = [
  'XAG', 'XAU', 'XBA', 'XBB', 'XBC', 'XBD', 'XDR', 'XPD', 'XPT', 'XSU', 'XTS', 'XUA', 'XXX',
]

describe('minor units of currencies', () => {
  it('are those of the ISO 4217 list of currency-codes', () => {
    const money = codes().filter((code) => !WITHOUT_MINOR_UNIT.includes(code))
    expect(money.length).to.be.greaterThan(150)
    const differing = money.filter((code) => minorDigits(code) !== currencyOf(code)?.digits)
    expect(differing).to.deep.equal([])
  })
})
