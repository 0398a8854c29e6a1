import { expect } from 'chai'
import { decimal } from '../../../shared/accounting/amounts/decimal.ts'

describe('decimal', () => {
  it('has the digits of the currency behind the point, and one before it', () => {
    const amounts = [0n, 5n, -5n, 123_450n, -(10n ** 25n)]
    const written = (currency: string) => amounts.map((amount) => decimal(amount, currency))
    expect(written('CHF')).to.deep.equal(['0.00', '0.05', '-0.05', '1234.50', `-1${'0'.repeat(23)}.00`])
    expect(written('JPY')).to.deep.equal(['0', '5', '-5', '123450', `-1${'0'.repeat(25)}`])
    expect(written('KWD')).to.deep.equal(['0.000', '0.005', '-0.005', '123.450', `-1${'0'.repeat(22)}.000`])
  })
})
