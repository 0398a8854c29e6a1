import { expect } from 'chai'
import fc from 'fast-check'
import { settledTax, type TaxNotDue } from '../../../shared/accounting/vat/received.ts'

const open = (base_minor: bigint, tax_minor: bigint): TaxNotDue => ({
  base_minor,
  tax_minor,
  settled_base_minor: 0n,
  settled_tax_minor: 0n,
})

describe('tax that becomes due with payments', () => {
  it("of 1'081.00, 400.00 paid make 29.97 due; the rest takes what is left", () => {
    const invoice = open(100_000n, 8_100n)
    const first = settledTax(invoice, 40_000n, 108_100n)
    expect(first).to.deep.equal({ base_minor: 37_003n, tax_minor: 2_997n })
    const rest = settledTax(settle(invoice, first), 108_100n, 108_100n)
    expect(rest).to.deep.equal({ base_minor: 62_997n, tax_minor: 5_103n })
  })

  it('a credit note mirrors its invoice', () => {
    const of = (sign: bigint) => settledTax(open(sign * 100_000n, sign * 8_100n), sign * 40_000n, sign * 108_100n)
    expect(of(-1n).tax_minor).to.equal(-of(1n).tax_minor)
    expect(of(-1n).base_minor).to.equal(-of(1n).base_minor)
  })

  it('over any history of payments, write-offs and reversals: declared, extinguished and not yet due are the tax', () => {
    fc.assert(fc.property(history, holds), { seed: 39, numRuns: 500 })
  })
})

/** Two rates on one document, and parts of it in thousandths of what is open; a negative one reverses that earlier part. */
const history = fc.record({
  rates: fc.array(fc.record({ net: fc.bigInt(1n, 10_000_000n), rate: fc.constantFrom(0n, 260n, 380n, 810n) }), {
    minLength: 1,
    maxLength: 3,
  }),
  sign: fc.constantFrom(1n, -1n),
  steps: fc.array(
    fc.oneof(
      fc.record({ kind: fc.constantFrom('declared' as const, 'extinguished' as const), part: fc.bigInt(1n, 1_000n) }),
      fc.record({ kind: fc.constant('reversed' as const), part: fc.bigInt(0n, 20n) }),
    ),
    { maxLength: 12 },
  ),
})
type History = typeof history extends fc.Arbitrary<infer H> ? H : never
type Part = { kind: 'declared' | 'extinguished'; amount: bigint; ofRates: ReturnType<typeof settledTax>[] }

function holds({ rates, sign, steps }: History): void {
  const whole = rates.map(({ net, rate }) => open(sign * net, sign * ((net * rate + 5_000n) / 10_000n)))
  const amount = whole.reduce((sum, { base_minor, tax_minor }) => sum + base_minor + tax_minor, 0n)
  let not_due: readonly TaxNotDue[] = whole
  let closed = 0n
  const parts: Part[] = []
  const close = (kind: Part['kind'], part: bigint) => {
    closed += part
    const ofRates = not_due.map((tax) => settledTax(tax, closed, amount))
    not_due = not_due.map((tax, index) => settle(tax, ofRates[index]))
    parts.push({ kind, amount: part, ofRates })
  }
  for (const { kind, part } of steps) {
    if (kind !== 'reversed') close(kind, ((amount - closed) * part) / 1_000n)
    else if (parts.length > 0) {
      const [reversed] = parts.splice(Number(part) % parts.length, 1)
      closed -= reversed?.amount ?? 0n
      not_due = not_due.map((tax, index) => settle(tax, reversed?.ofRates[index], -1n))
    }
    expectWhole(whole, not_due, parts)
  }
  if (closed !== amount) close('declared', amount - closed)
  expectWhole(whole, not_due, parts)
  for (const tax of not_due) {
    expect([tax.settled_base_minor, tax.settled_tax_minor]).to.deep.equal([tax.base_minor, tax.tax_minor])
  }
}

/** Each rate by itself: no tax moves from one rate to another. */
function expectWhole(whole: readonly TaxNotDue[], not_due: readonly TaxNotDue[], parts: readonly Part[]): void {
  for (const [index, { tax_minor }] of whole.entries()) {
    const sum = (kind: Part['kind']) =>
      parts
        .filter((part) => part.kind === kind)
        .reduce((total, { ofRates }) => total + (ofRates[index]?.tax_minor ?? 0n), 0n)
    const left = tax_minor - (not_due[index]?.settled_tax_minor ?? 0n)
    expect(sum('declared') + sum('extinguished') + left).to.equal(tax_minor)
  }
}

function settle(tax: TaxNotDue, part: ReturnType<typeof settledTax> | undefined, sign = 1n): TaxNotDue {
  return {
    ...tax,
    settled_base_minor: tax.settled_base_minor + sign * (part?.base_minor ?? 0n),
    settled_tax_minor: tax.settled_tax_minor + sign * (part?.tax_minor ?? 0n),
  }
}
