import { expect } from 'chai'
import fc from 'fast-check'
import { decimal, decimalOf } from '../../../shared/accounting/amounts/decimal.ts'

describe('decimal', () => {
  it('is the same of an amount as bigint and as text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.nat(20_000), (large, small) => {
        for (const currency of ['CHF', 'JPY', 'BHD', 'CLF'])
          for (const amount of [large, BigInt(small), -BigInt(small)])
            expect(decimalOf(String(amount), currency)).to.equal(decimal(amount, currency))
      }),
    )
    expect(decimalOf('-5', 'CHF')).to.equal('-0.05')
  })
})
