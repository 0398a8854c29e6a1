import { expect } from 'chai'
import fc from 'fast-check'
import { taxOnNet } from '../../../shared/accounting/amounts/rounding.ts'
import { deduct } from '../../../shared/accounting/settlement/deductions/deduct.ts'
import {
  closedMinor,
  DEDUCTIONS,
  paidMinor,
  paidOnTop,
} from '../../../shared/accounting/settlement/deductions/deduction-table.ts'
import type { Deduction } from '../../../shared/contract/settlement/deductions.ts'
import { SETTINGS } from '../facts/rule-contexts.ts'
import { documentOf, madeLines } from './documents-to-deduct-from.ts'

const sides = fc.constantFrom('receivable' as const, 'payable' as const)

const of = (type: Deduction['type'], minor: bigint): Deduction => ({
  type,
  amount: { amount_minor: Number(minor), currency: 'CHF' },
})
const context = { settings: SETTINGS, day: '2026-04-15', tax: null }
const sum = (of: readonly bigint[]) => of.reduce((total, minor) => total + minor, 0n)

describe('deductions from an item', () => {
  it('add up, have each tax in its part to the Rappen, and a whole document gives back exactly its taxes', () => {
    fc.assert(
      fc.property(sides, madeLines, fc.boolean(), fc.integer({ min: 1, max: 1_000 }), (side, made, isNote, share) => {
        const document = documentOf(side, made, isNote)
        const minor = (document.amount_minor * BigInt(share)) / 1_000n
        if (minor === 0n) return
        const { legs, tax_due } = deduct(document, [of('discount', minor)], context)
        const sign = side === 'receivable' ? 1n : -1n
        expect(sum(legs.map(({ base_minor }) => base_minor))).to.equal(sign * minor)
        expect(tax_due).to.deep.equal([])
        for (const { tax, base_minor } of legs) {
          if (!tax) continue
          const record_sign = side === 'receivable' ? 1n : -1n
          // The line is the tax of its record, or without tax its base.
          expect(base_minor).to.equal(sign * record_sign * (tax.tax_minor === 0n ? tax.base_minor : tax.tax_minor))
          const off = taxOnNet(tax.base_minor, BigInt(tax.rate_bp)) - tax.tax_minor
          expect(off >= -1n && off <= 1n, `${off}`).to.equal(true)
        }
        if (share < 1_000) return
        const owed = document.lines.map(({ tax }) => tax?.tax_minor ?? 0n)
        const back = sum(legs.map(({ tax }) => tax?.tax_minor ?? 0n))
        expect(side === 'receivable' ? back : -back).to.equal(sum(owed))
      }),
      { numRuns: 500, seed: 41 },
    )
  })

  it('close an item or are paid on top, by the one table', () => {
    const all = (Object.keys(DEDUCTIONS) as Deduction['type'][]).map((type, index) => of(type, BigInt(10 ** index)))
    // discount 1, write_off 10, bank_charges 100, rounding 1000, other 10000
    expect(Object.keys(DEDUCTIONS)).to.deep.equal(['discount', 'write_off', 'bank_charges', 'rounding', 'other'])
    expect([closedMinor('receivable', 5n, all), paidOnTop('receivable', all)]).to.deep.equal([11_116n, 0n])
    expect([closedMinor('payable', 5n, all), paidOnTop('payable', all)]).to.deep.equal([11_016n, 100n])
    expect(paidMinor(11_116n, all)).to.equal(11_105n)
  })
})
