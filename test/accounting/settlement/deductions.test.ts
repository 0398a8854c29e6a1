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
import type { DocumentLine, DocumentOfItem } from '../../../shared/accounting/settlement/deductions/taxed-document.ts'
import type { Deduction } from '../../../shared/contract/settlement/deductions.ts'
import { SETTINGS } from '../facts/rule-contexts.ts'

const RATES = { '81': 810n, '26': 260n, '38': 380n } as const
type Line = { code: keyof typeof RATES | 'none'; net: number }
const lines = fc.array(
  fc.record({
    code: fc.constantFrom('81' as const, '26' as const, '38' as const, 'none' as const),
    net: fc.integer({ min: 1, max: 5_000_000 }),
  }),
  { minLength: 1, maxLength: 6 },
)
const sides = fc.constantFrom('receivable' as const, 'payable' as const)

/** A document as it is booked: the line of what is taxed, and behind it that of its tax. */
function documentOf(side: DocumentOfItem['side'], of: readonly Line[], isNote: boolean): DocumentOfItem {
  const sign = isNote ? -1n : 1n
  const booked = of.flatMap(({ code, net }, index): Omit<DocumentLine, 'line_number'>[] => {
    const account_code = `6${String(index).padStart(3, '0')}`
    const net_minor = sign * BigInt(net)
    if (code === 'none') return [{ account_code, ...sidesOf(side, net_minor), tax: null }]
    const tax_minor = taxOnNet(net_minor, RATES[code])
    const record = {
      tax_code: `${side === 'receivable' ? 'V' : 'I'}${code}`,
      direction: side === 'receivable' ? 'output' : 'input_operating',
      rate_bp: Number(RATES[code]),
      form_figure: '303',
      supply_date: '2026-03-14',
      currency: 'CHF',
      base_minor: net_minor,
      tax_minor,
    }
    const main = { account_code, ...sidesOf(side, net_minor) }
    if (tax_minor === 0n) return [{ ...main, tax: record }]
    return [
      { ...main, tax: null },
      { account_code: '2200', ...sidesOf(side, tax_minor), tax: record },
    ]
  })
  const numbered = booked.map((line, index) => ({ ...line, line_number: index + 2 }))
  const amount_minor = numbered.reduce((sum, line) => sum + line.debit_minor - line.credit_minor, 0n)
  const whole = side === 'receivable' ? -amount_minor : amount_minor
  return {
    open_item_id: 'i',
    side,
    amount_minor: whole,
    base_amount_minor: whole,
    document_date: '2026-03-14',
    journal_entry_id: 'je',
    is_voucher: false,
    lines: numbered,
    memo: [],
  }
}

function sidesOf(side: DocumentOfItem['side'], minor: bigint) {
  const debit = side === 'payable' ? minor : -minor
  return { debit_minor: debit > 0n ? debit : 0n, credit_minor: debit < 0n ? -debit : 0n }
}

const of = (type: Deduction['type'], minor: bigint): Deduction => ({
  type,
  amount: { amount_minor: Number(minor), currency: 'CHF' },
})
const context = { settings: SETTINGS, day: '2026-04-15', tax: null }
const sum = (of: readonly bigint[]) => of.reduce((total, minor) => total + minor, 0n)

describe('deductions from an item', () => {
  it('add up, have each tax in its part to the Rappen, and a whole document gives back exactly its taxes', () => {
    fc.assert(
      fc.property(sides, lines, fc.boolean(), fc.integer({ min: 1, max: 1_000 }), (side, made, isNote, share) => {
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
