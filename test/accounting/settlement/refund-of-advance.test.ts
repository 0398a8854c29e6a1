import { expect } from 'chai'
import fc from 'fast-check'
import {
  linesOfRefund,
  type RefundableAdvance,
  refundableOf,
  type TaxOfAdvance,
} from '../../../shared/accounting/settlement/refunds/refund-of-advance.ts'

const tax = (tax_code: string, base_minor: bigint, tax_minor: bigint) => ({
  ...{ account_code: '2200', tax_code, direction: 'output', base_minor, tax_minor },
  ...{ supply_date: '2026-01-10', activity_id: null },
})
const advance = (open: bigint, taxes: readonly TaxOfAdvance[] = [tax('V81', 50_000n, 4_050n)]): RefundableAdvance => {
  const amount_minor = taxes.reduce((sum, { base_minor }) => sum + base_minor, 0n)
  return { account_code: '2030', amount_minor, open_amount_minor: open, taxes, is_own: false }
}
const told = (one: RefundableAdvance, paid: bigint, day = '2026-04-15') =>
  linesOfRefund(one, paid, day).map(({ account_code, amount_minor, tax_code, base_minor, supply_date }) =>
    [account_code, amount_minor, tax_code, base_minor, supply_date].filter((part) => part !== null).join(' '),
  )

describe('refunds of advances whose tax is declared', () => {
  it('take the item and its tax, of what is open, and of a part the same part', () => {
    expect(told(advance(50_000n), 54_050n)).to.deep.equal(['2030 50000', '2200 4050 VS81 50000'])
    expect(told(advance(25_000n), 27_025n)).to.deep.equal(['2030 25000', '2200 2025 VS81 25000'])
    expect(told(advance(50_000n), 10_000n)).to.deep.equal(['2030 9251', '2200 749 VS81 9251'])
  })

  it('say the day of supply where the rate is not that of the refund, and where nobody knows its day', () => {
    const old = { ...tax('V77', 50_000n, 3_850n), supply_date: '2023-12-10' }
    expect(told(advance(50_000n, [old]), 53_850n)[1]).to.equal('2200 3850 VS77 50000 2023-12-10')
    expect(linesOfRefund(advance(50_000n), 54_050n, null)[1]?.supply_date).to.equal('2026-01-10')
  })

  it('have one line where the item is its own record, as at net tax rates', () => {
    const own = { ...tax('V81', 54_050n, 3_351n), activity_id: 'A' }
    const one = { ...advance(54_050n, [own]), is_own: true }
    expect(refundableOf(one)).to.equal(54_050n)
    expect(linesOfRefund(one, 20_000n, '2026-04-15')).to.deep.equal([
      {
        ...{ account_code: '2030', amount_minor: 20_000n, is_item: true, base_minor: null },
        ...{ tax_code: 'VS81', supply_date: null, activity_id: 'A' },
      },
    ])
  })

  it('come to just what is paid, never take more than is open, and have the bases of what they take of the item', () => {
    const amount = fc.bigInt({ min: 1n, max: 10_000_000n })
    fc.assert(
      fc.property(amount, amount, fc.nat(1_000), fc.nat(1_000), (normal, reduced, opened, paidPart) => {
        const taxes = [tax('V81', normal, (normal * 81n) / 1_000n), tax('V26', reduced, (reduced * 26n) / 1_000n)]
        const whole = normal + reduced
        const open = 1n + ((whole - 1n) * BigInt(opened)) / 1_000n
        const one = advance(open, taxes)
        const paid = 1n + ((refundableOf(one) - 1n) * BigInt(paidPart)) / 1_000n
        const [item, ...ofTaxes] = linesOfRefund(one, paid, '2026-04-15')
        const net = item?.amount_minor ?? 0n
        expect(ofTaxes.reduce((sum, line) => sum + line.amount_minor, net)).to.equal(paid)
        expect(net >= 0n && net <= open).to.equal(true)
        if (paid === refundableOf(one)) expect(net).to.equal(open)
        if (ofTaxes.length === 2) expect(ofTaxes.reduce((sum, line) => sum + (line.base_minor ?? 0n), 0n)).to.equal(net)
      }),
    )
  })
})
