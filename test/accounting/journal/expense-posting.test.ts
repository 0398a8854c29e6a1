import { expect } from 'chai'
import fc from 'fast-check'
import { taxOnNet } from '../../../shared/accounting/amounts/rounding.ts'
import type { Invoice } from '../../../shared/accounting/documents/accounting-document.ts'
import { postExpense } from '../../../shared/accounting/journal/expense-posting.ts'
import { reversalLines } from '../../../shared/accounting/journal/journal-entry.ts'
import { amount, DOCUMENT, line, SETTINGS } from '../facts/rule-contexts.ts'

type Lines = [account: string, debit: number, credit: number][]
type Example = [name: string, document: Partial<Invoice>, lines: Lines, more?: { settings?: object; rate_e8?: bigint }]

const foreign = (currency: string) => ({ currency })

/** Worked examples of a Swiss fiduciary, in Rappen. */
const EXAMPLES: Example[] = [
  [
    'operating expense with input tax 8.1 %',
    {},
    [
      ['6500', 10_000, 0],
      ['1171', 810, 0],
      ['2000', 0, 10_810],
    ],
  ],
  [
    'material with input tax 2.6 %',
    { gross: amount(5_130), category: 'material', tax_lines: [line('M26', 5_000, 130)] },
    [
      ['4000', 5_000, 0],
      ['1170', 130, 0],
      ['2000', 0, 5_130],
    ],
  ],
  [
    'two rates and two expenses on one document',
    { gross: amount(7_457), tax_lines: [line('I81', 5_000, 405), line('I26', 2_000, 52, 'literature')] },
    [
      ['6500', 5_000, 0],
      ['1171', 405, 0],
      ['6503', 2_000, 0],
      ['1171', 52, 0],
      ['2000', 0, 7_457],
    ],
  ],
  [
    'without input tax',
    { gross: amount(24_000), category: 'insurance', tax_lines: [] },
    [
      ['6300', 24_000, 0],
      ['2000', 0, 24_000],
    ],
  ],
  [
    'an exempt line',
    { gross: amount(24_000), tax_lines: [line('NONE', 24_000, 0)] },
    [
      ['6500', 24_000, 0],
      ['2000', 0, 24_000],
    ],
  ],
  [
    'net tax rate method: tax stays in the expense',
    {},
    [
      ['6500', 10_810, 0],
      ['2000', 0, 10_810],
    ],
    { settings: { vat_method: 'net_tax_rate' } },
  ],
  [
    'not registered',
    {},
    [
      ['6500', 10_810, 0],
      ['2000', 0, 10_810],
    ],
    { settings: { vat_method: 'not_registered' } },
  ],
  [
    'a receipt that is excused, not there: no deduction',
    { has_receipt: false, has_receipt_exception: true },
    [
      ['6500', 10_810, 0],
      ['2000', 0, 10_810],
    ],
  ],
  [
    'investment',
    { gross: amount(270_250), category: 'it_equipment', tax_lines: [line('I81', 250_000, 20_250)] },
    [
      ['1520', 250_000, 0],
      ['1171', 20_250, 0],
      ['2000', 0, 270_250],
    ],
  ],
  [
    'acquisition tax',
    { gross: amount(100_000), category: 'software', tax_lines: [line('B81', 100_000, 8_100)] },
    [
      ['6580', 100_000, 0],
      ['2000', 0, 100_000],
      ['1171', 8_100, 0],
      ['2203', 0, 8_100],
    ],
  ],
  [
    'acquisition tax under the net tax rate method is a cost',
    { gross: amount(100_000), category: 'software', tax_lines: [line('B81', 100_000, 8_100)] },
    [
      ['6580', 100_000, 0],
      ['2000', 0, 100_000],
      ['6731', 8_100, 0],
      ['2203', 0, 8_100],
    ],
    { settings: { vat_method: 'net_tax_rate' } },
  ],
  [
    'import tax by customs assessment',
    { gross: amount(42_120), tax_lines: [line('E100M', 0, 42_120)] },
    [
      ['1170', 42_120, 0],
      ['2000', 0, 42_120],
    ],
  ],
  [
    'a foreign service in EUR at 0.95 with acquisition tax: 38.475 is 38.48',
    {
      ...foreign('EUR'),
      gross: amount(50_000, 'EUR'),
      category: 'accounting',
      tax_lines: [line('B81', 50_000, 0, null, 'EUR')],
    },
    [
      ['6530', 47_500, 0],
      ['2000', 0, 47_500],
      ['1171', 3_848, 0],
      ['2203', 0, 3_848],
    ],
    { rate_e8: 95_000_000n },
  ],
  [
    'a Swiss supplier who invoices in EUR: net and tax are converted, gross is their sum',
    { ...foreign('EUR'), gross: amount(108_100, 'EUR'), tax_lines: [line('I81', 100_000, 8_100, null, 'EUR')] },
    [
      ['6500', 95_000, 0],
      ['1171', 7_695, 0],
      ['2000', 0, 102_695],
    ],
    { rate_e8: 95_000_000n },
  ],
  [
    'yen have no minor unit',
    { ...foreign('JPY'), gross: amount(10_000, 'JPY'), tax_lines: [] },
    [
      ['6500', 5_700, 0],
      ['2000', 0, 5_700],
    ],
    { rate_e8: 570_000n },
  ],
  [
    'a credit note is the mirror image',
    { gross: amount(-5_405), tax_lines: [line('I81', -5_000, -405)] },
    [
      ['6500', 0, 5_000],
      ['1171', 0, 405],
      ['2000', 5_405, 0],
    ],
  ],
]

const shown = (lines: readonly { account_code: string; debit_minor: bigint; credit_minor: bigint }[]) =>
  lines.map(({ account_code, debit_minor, credit_minor }) => [account_code, Number(debit_minor), Number(credit_minor)])

describe('posting of an expense document', () => {
  for (const [name, document, expected, { settings, rate_e8 = null } = {}] of EXAMPLES) {
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
      base_minor: -10_000,
      tax_minor: -810,
    })
  })

  it('acquisition tax carries both codes: owed in figure 383, deducted in 405', () => {
    const { lines } = postExpense({ ...DOCUMENT, tax_lines: [line('B81', 10_810, 0)] }, SETTINGS, null)
    expect(lines.flatMap(({ tax }) => (tax ? [[tax.tax_code, tax.form_figure, tax.tax_minor]] : []))).to.deep.equal([
      ['I81', '405', 876],
      ['B81', '383', 876],
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
    expect(reversed[1]?.tax?.tax_minor).to.equal(-810)
    expect(reversalLines(reversed)).to.deep.equal(lines)
  })

  it('always balances, and the payable is the gross amount', () => {
    const codes = { I81: 810n, M26: 260n, B81: 810n, NONE: 0n }
    const taxLine = fc.record({
      code: fc.constantFrom(...(Object.keys(codes) as (keyof typeof codes)[])),
      net: fc.integer({ min: -1e9, max: 1e9 }),
    })
    fc.assert(
      fc.property(
        fc.array(taxLine, { minLength: 1, maxLength: 8 }),
        fc.option(fc.integer({ min: 1, max: 1e10 })),
        (parts, rate) => {
          const currency = rate === null ? 'CHF' : 'USD'
          const tax_lines = parts.map(({ code, net }) =>
            line(code, net, Number(taxOnNet(BigInt(net), codes[code])), null, currency),
          )
          const gross = tax_lines.reduce(
            (sum, { net, tax, tax_code }) => sum + net.amount_minor + (tax_code === 'B81' ? 0n : tax.amount_minor),
            0n,
          )
          fc.pre(gross !== 0n && tax_lines.some(({ net }) => net.amount_minor !== 0n))
          const document = { ...DOCUMENT, currency, gross: { amount_minor: gross, currency }, tax_lines }
          let posting: ReturnType<typeof postExpense>
          try {
            posting = postExpense(document, SETTINGS, rate === null ? null : BigInt(rate))
          } catch (error) {
            // A tiny rate can turn every amount into zero; then there is nothing that could be booked.
            expect(String(error)).to.include('at least two lines')
            return
          }
          const sum = (side: 'debit_minor' | 'credit_minor') =>
            posting.lines.reduce((total, own) => total + own[side], 0n)
          expect(sum('debit_minor')).to.equal(sum('credit_minor'))
          expect(-posting.open_item.transaction_minor).to.equal(gross)
          expect(
            posting.lines.every(({ debit_minor, credit_minor }) => (debit_minor === 0n) !== (credit_minor === 0n)),
          ).to.equal(true)
        },
      ),
      { seed: 957, numRuns: 300 },
    )
  })
})
