import { expect } from 'chai'
import fc from 'fast-check'
import { taxOnNet } from '../../../shared/accounting/amounts/rounding.ts'
import { postExpense } from '../../../shared/accounting/journal/expense-posting.ts'
import { reversalLines } from '../../../shared/accounting/journal/journal-entry.ts'
import { amount, DOCUMENT, line, SETTINGS } from '../facts/rule-contexts.ts'
import { EXPENSE_EXAMPLES } from './expense-examples.ts'

const shown = (lines: readonly { account_code: string; debit_minor: bigint; credit_minor: bigint }[]) =>
  lines.map(({ account_code, debit_minor, credit_minor }) => [account_code, Number(debit_minor), Number(credit_minor)])

describe('posting of an expense document', () => {
  for (const [name, document, expected, { settings, rate_e8 = null } = {}] of EXPENSE_EXAMPLES) {
    it(name, () => {
      const { lines } = postExpense({ ...DOCUMENT, ...document }, { ...SETTINGS, ...settings }, rate_e8)
      expect(shown(lines)).to.deep.equal(expected)
    })
  }

  it('freezes code, rate, base and tax into the line', () => {
    const { lines } = postExpense(
      { ...DOCUMENT, gross: amount(-10_810), tax_lines: [line('I81', -10_000, -810)] },
      SETTINGS,
      null,
    )
    expect(lines[1]?.tax).to.deep.equal({
      tax_code: 'I81',
      direction: 'input_operating',
      rate_bp: 810,
      form_figure: '405',
      supply_date: '2026-03-14',
      currency: 'CHF',
      base_minor: -10_000n,
      tax_minor: -810n,
    })
  })

  it('acquisition tax carries both codes: owed in figure 383, deducted in 405', () => {
    const { lines } = postExpense({ ...DOCUMENT, tax_lines: [line('B81', 10_810, 0)] }, SETTINGS, null)
    expect(lines.flatMap(({ tax }) => (tax ? [[tax.tax_code, tax.form_figure, tax.tax_minor]] : []))).to.deep.equal([
      ['I81', '405', 876n],
      ['B81', '383', 876n],
    ])
  })

  it('a reversal swaps every side and mirrors the tax', () => {
    const { lines } = postExpense(DOCUMENT, SETTINGS, null)
    const reversed = reversalLines(lines)
    expect(shown(reversed)).to.deep.equal([
      ['6500', 0, 10_000],
      ['1171', 0, 810],
      ['2000', 10_810, 0],
    ])
    expect(reversed[1]?.tax?.tax_minor).to.equal(-810n)
    expect(reversalLines(reversed)).to.deep.equal(lines)
  })

  it('always balances, and the payable is the gross amount', () => {
    const rate = fc.option(fc.integer({ min: 1, max: 1e10 }))
    fc.assert(
      fc.property(fc.array(taxLine, { minLength: 1, maxLength: 8 }), rate, (parts, rate_e8) => {
        const document = documentOf(parts, rate_e8 === null ? 'CHF' : 'USD')
        fc.pre(document.gross.amount_minor !== 0n && document.tax_lines.some(({ net }) => net.amount_minor !== 0n))
        expectBalanced(document, rate_e8 === null ? null : BigInt(rate_e8))
      }),
      { seed: 957, numRuns: 300 },
    )
  })
})

const RATES_BP = { I81: 810n, M26: 260n, B81: 810n, NONE: 0n }
const taxLine = fc.record({
  code: fc.constantFrom(...(Object.keys(RATES_BP) as (keyof typeof RATES_BP)[])),
  net: fc.integer({ min: -1e9, max: 1e9 }),
})
type TaxLine = typeof taxLine extends fc.Arbitrary<infer T> ? T : never

/** The gross amount has no acquisition tax. */
function documentOf(parts: readonly TaxLine[], currency: string) {
  const tax_lines = parts.map(({ code, net }) =>
    line(code, net, Number(taxOnNet(BigInt(net), RATES_BP[code])), null, currency),
  )
  const amount_minor = tax_lines.reduce(
    (sum, { net, tax, tax_code }) => sum + net.amount_minor + (tax_code === 'B81' ? 0n : tax.amount_minor),
    0n,
  )
  return { ...DOCUMENT, currency, gross: { amount_minor, currency }, tax_lines }
}

function expectBalanced(document: ReturnType<typeof documentOf>, rate_e8: bigint | null): void {
  let posting: ReturnType<typeof postExpense>
  try {
    posting = postExpense(document, SETTINGS, rate_e8)
  } catch (error) {
    // A tiny rate can turn every amount into zero; then there is nothing that could be booked.
    expect(String(error)).to.include('at least two lines')
    return
  }
  const { lines, open_item } = posting
  const sum = (side: 'debit_minor' | 'credit_minor') => lines.reduce((total, line) => total + line[side], 0n)
  expect(sum('debit_minor')).to.equal(sum('credit_minor'))
  expect(-open_item.transaction_minor).to.equal(document.gross.amount_minor)
  expect(lines.every(({ debit_minor, credit_minor }) => (debit_minor === 0n) !== (credit_minor === 0n))).to.equal(true)
}
