import { expect } from 'chai'
import fc from 'fast-check'
import {
  linesOfRefund,
  type RefundLine,
  refundableOf,
} from '../../../shared/accounting/settlement/refunds/refund-of-advance.ts'
import type {
  RefundableAdvance,
  TaxOfAdvance,
} from '../../../shared/accounting/settlement/refunds/tax-left-of-advance.ts'

const tax = (tax_code: string, base_minor: bigint, tax_minor: bigint) => ({
  ...{ account_code: '2200', tax_code, direction: 'output', base_minor, tax_minor },
  ...{ supply_date: '2026-01-10', activity_id: null },
})
const advance = (open: bigint, taxes: readonly TaxOfAdvance[] = [tax('V81', 50_000n, 4_050n)]): RefundableAdvance => {
  const amount_minor = taxes.reduce((sum, { base_minor }) => sum + base_minor, 0n)
  const paid_back = { amount_minor: 0n, taxes: [] }
  return { account_code: '2030', amount_minor, open_amount_minor: open, taxes, is_own: false, paid_back }
}
const told = (one: RefundableAdvance, paid: bigint, day = '2026-04-15') =>
  linesOfRefund(one, paid, day).map(({ account_code, amount_minor, tax_code, base_minor, supply_date }) =>
    [account_code, amount_minor, tax_code, base_minor, supply_date].filter((part) => part !== null).join(' '),
  )

/** The advance after a voucher of these lines. */
function booked(one: RefundableAdvance, [item, ...ofTaxes]: readonly RefundLine[]): RefundableAdvance {
  const net = item?.amount_minor ?? 0n
  const back = ofTaxes.map(({ tax_code, activity_id, base_minor, amount_minor }) => ({
    ...{ tax_code: tax_code ?? '', activity_id, base_minor: base_minor ?? 0n, tax_minor: amount_minor },
  }))
  const { amount_minor, taxes } = one.paid_back
  return {
    ...{ ...one, open_amount_minor: one.open_amount_minor - net },
    paid_back: { amount_minor: amount_minor + net, taxes: [...taxes, ...back] },
  }
}
function paidBack(one: RefundableAdvance, paid: bigint): RefundableAdvance {
  const lines = linesOfRefund(one, paid, '2026-04-15')
  expect(lines.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)).to.equal(paid)
  expect(lines.every(({ amount_minor }) => amount_minor > 0n)).to.equal(true)
  const after = booked(one, lines)
  expect(refundableOf(after)).to.equal(refundableOf(one) - paid)
  return after
}
/** Pays these thousandths back, each of what is then refundable; a Rappen or more is left. */
function inParts(one: RefundableAdvance, parts: readonly number[]): RefundableAdvance {
  return parts.reduce((before, part) => {
    const left = refundableOf(before)
    return left > 1n ? paidBack(before, 1n + ((left - 2n) * BigInt(part)) / 1_000n) : before
  }, one)
}
const taxedBack = ({ paid_back }: RefundableAdvance, tax_code: string, field: 'base_minor' | 'tax_minor') =>
  paid_back.taxes.reduce((sum, one) => (one.tax_code === tax_code ? sum + one[field] : sum), 0n)

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

  it('in 1 to 5 parts come to the item, the bases and the taxes that were declared, whatever the parts', () => {
    const rates = fc.uniqueArray(fc.constantFrom(['V81', 81n] as const, ['V26', 26n] as const, ['V38', 38n] as const), {
      ...{ minLength: 1, maxLength: 3, selector: ([code]) => code },
    })
    const nets = fc.array(fc.bigInt({ min: 200n, max: 10_000_000n }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(rates, nets, fc.array(fc.nat(1_000), { maxLength: 4 }), (codes, bases, parts) => {
        const taxes = codes.map(([code, rate], at) => {
          const base = bases[at] ?? 1n
          return tax(code, base, (base * rate + 500n) / 1_000n)
        })
        const whole = taxes.reduce((sum, { base_minor }) => sum + base_minor, 0n)
        const before = inParts(advance(whole, taxes), parts)
        const after = paidBack(before, refundableOf(before))
        expect([after.open_amount_minor, after.paid_back.amount_minor]).to.deep.equal([0n, whole])
        for (const { tax_code, base_minor, tax_minor } of taxes) {
          const reduced = tax_code.replace('V', 'VS')
          expect(taxedBack(after, reduced, 'tax_minor')).to.equal(tax_minor)
          // A last part without a Rappen of tax has no line that could tell its base.
          const isInLast = taxedBack(after, reduced, 'tax_minor') > taxedBack(before, reduced, 'tax_minor')
          if (isInLast) expect(taxedBack(after, reduced, 'base_minor')).to.equal(base_minor)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('take the rest where vouchers by hand have taken more or less of the tax, or none', () => {
    const item = { account_code: '2030', is_item: true, tax_code: null, base_minor: null, supply_date: null }
    const byHand = (net: bigint, tax_minor: bigint) => {
      const of_item = { ...item, amount_minor: net, activity_id: null }
      const of_tax = { ...of_item, account_code: '2200', is_item: false, tax_code: 'VS81', base_minor: net }
      return booked(advance(50_000n), [of_item, ...(tax_minor > 0n ? [{ ...of_tax, amount_minor: tax_minor }] : [])])
    }
    expect(told(byHand(25_000n, 3_000n), 26_050n)).to.deep.equal(['2030 25000', '2200 1050 VS81 25000'])
    expect(told(byHand(25_000n, 1_000n), 28_050n)).to.deep.equal(['2030 25000', '2200 3050 VS81 25000'])
    expect(told(byHand(25_000n, 0n), 29_050n)).to.deep.equal(['2030 25000', '2200 4050 VS81 50000'])
    expect(told(byHand(25_000n, 9_000n), 25_000n)).to.deep.equal(['2030 25000'])
  })

  it('of one that is set off in part have the tax that the final invoice has left', () => {
    expect(refundableOf(advance(46_253n, [tax('V81', 92_507n, 7_493n)]))).to.equal(49_999n)
  })

  it('of two records of one code take both back', () => {
    const taxes = [tax('V81', 30_000n, 2_430n), tax('V81', 20_000n, 1_620n)]
    const before = inParts(advance(50_000n, taxes), [333, 500])
    const after = paidBack(before, refundableOf(before))
    expect([taxedBack(after, 'VS81', 'base_minor'), taxedBack(after, 'VS81', 'tax_minor')]).to.deep.equal([
      ...[50_000n, 4_050n],
    ])
  })

  it('are above zero and at most what is refundable', () => {
    for (const paid of [0n, -1n, 54_051n])
      expect(() => linesOfRefund(advance(50_000n), paid, null)).to.throw('at most what is refundable')
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
