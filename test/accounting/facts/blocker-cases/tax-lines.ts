import { amount, expenseContext, invoiceContext, line, voucherContext, voucherLine } from '../rule-contexts.ts'
import type { BlockerCase } from './blocker-case.ts'

const period = (from: string, to: string) => ({ supply_period: { from, to } })
const day = (supply_date: string) => ({ supply_date })
const maintenance = (...tax_lines: ReturnType<typeof line>[]) => expenseContext({ gross: amount(107_900), tax_lines })
const of = (tax_code: string, net: number, tax: number, more: object) => ({ ...line(tax_code, net, tax), ...more })
const tax = (tax_code: string, more: object) =>
  voucherContext({
    lines: [
      voucherLine('6500', 10_000),
      voucherLine('1171', tax_code === 'I77' ? 770 : 810, { tax_code, tax_base: amount(10_000), ...more }),
      voucherLine('1520', tax_code === 'I77' ? -10_770 : -10_810),
    ],
  })

const printed = (net: number, tax: number, more: object = {}, tax_code = 'I81') =>
  expenseContext({ gross: amount(net + tax), tax_lines: [of(tax_code, net, tax, more)] })
const accepted = { has_accepted_tax: true }
const voucherOf = (tax: number, more: object = {}) =>
  voucherContext({
    lines: [
      voucherLine('6500', 10_000),
      voucherLine('1171', tax, { tax_code: 'I81', tax_base: amount(10_000), ...more }),
      voucherLine('1520', -10_000 - tax),
    ],
  })

/** Lines with a day or a period of supply of their own, and lines whose tax is not that of the rate. */
export const TAX_LINES: readonly BlockerCase[] = [
  [
    'maintenance over a change of rates, a line for each',
    maintenance(
      of('I77', 50_000, 3_850, period('2023-07-01', '2023-12-31')),
      of('I81', 50_000, 4_050, period('2024-01-01', '2024-06-30')),
    ),
    [],
  ],
  [
    'the same by days',
    maintenance(of('I77', 50_000, 3_850, day('2023-12-31')), of('I81', 50_000, 4_050, day('2024-01-01'))),
    [],
  ],
  [
    'one line over a change of rates',
    expenseContext({ tax_lines: [of('I81', 10_000, 810, period('2023-12-31', '2024-01-31'))] }),
    ['tax_rate_not_valid_on_date'],
  ],
  [
    'one line over a change that kept the rate, but not its figure',
    invoiceContext({
      gross: amount(10_250),
      tax_lines: [of('V25', 10_000, 250, period('2017-12-01', '2018-01-31'))],
    }),
    ['tax_rate_not_valid_on_date'],
  ],
  [
    'a period before the rate',
    expenseContext({ tax_lines: [of('I81', 10_000, 810, period('2023-07-01', '2023-12-31'))] }),
    ['tax_rate_not_valid_on_date'],
  ],
  [
    'one line over a change of rates, without tax',
    invoiceContext({ tax_lines: [of('V0X', 10_810, 0, period('2023-07-01', '2024-06-30'))] }),
    [],
  ],
  [
    'a period that ends before it begins',
    expenseContext({ tax_lines: [of('I81', 10_000, 810, period('2026-02-01', '2026-01-31'))] }),
    ['supply_period_wrong'],
  ],
  [
    'a day and a period',
    expenseContext({
      tax_lines: [of('I81', 10_000, 810, { ...day('2026-01-31'), ...period('2026-01-01', '2026-01-31') })],
    }),
    ['supply_period_wrong'],
  ],
  ['a line of a voucher of 2023', tax('I77', day('2023-12-31')), []],
  ['a line of a voucher with the rate of 2023', tax('I77', {}), ['tax_rate_not_valid_on_date']],
  [
    'a line of a voucher over a change of rates',
    tax('I81', period('2023-12-01', '2024-01-31')),
    ['tax_rate_not_valid_on_date'],
  ],
  ['printed tax one Rappen off', printed(9_999, 811), []],
  ['printed tax five Rappen below', printed(10_000, 805), []],
  ['printed tax five Rappen above', printed(10_000, 815), []],
  ['printed tax six Rappen above', printed(10_000, 816), ['tax_amount_mismatch']],
  ['printed tax six Rappen below', printed(10_000, 804), ['tax_amount_mismatch']],
  ['a till receipt of 20 × 1.90 that rounds each of them', printed(3_800, 300), ['tax_amount_mismatch']],
  ['the same with the word of its sender', printed(3_800, 300, accepted), []],
  ['printed tax half a per cent off', printed(1_000_000, 80_595), []],
  ['printed tax more than half a per cent off', printed(1_000_000, 80_594), ['tax_amount_mismatch']],
  ['a credit note with printed tax five Rappen off', printed(-10_000, -805), []],
  ['a credit note with printed tax six Rappen off', printed(-10_000, -804), ['tax_amount_mismatch']],
  ['tax of the other sign', printed(20, -3), ['tax_amount_mismatch']],
  ['tax of the other sign, accepted', printed(10_000, -810, accepted), ['tax_amount_mismatch']],
  ['tax on a line without tax', printed(10_000, 1, {}, 'NONE'), ['tax_amount_mismatch']],
  [
    'acquisition tax, accepted: it is computed',
    expenseContext({ tax_lines: [of('B81', 10_810, 900, accepted)] }),
    ['tax_amount_mismatch'],
  ],
  [
    'yen have no hundredths',
    expenseContext(
      { currency: 'JPY', gross: amount(107, 'JPY'), tax_lines: [line('I81', 100, 7, null, 'JPY')] },
      { rates: new Map([['JPY', 600_000n]]) },
    ),
    [],
  ],
  [
    'the tax of an invoice, too much of it',
    invoiceContext({ gross: amount(10_900), tax_lines: [of('V81', 10_000, 900, {})] }),
    ['tax_amount_mismatch'],
  ],
  ['a voucher with tax five Rappen off', voucherOf(805), []],
  ['a voucher with tax six Rappen off', voucherOf(804), ['tax_amount_mismatch']],
  ['the same voucher with the word of its sender', voucherOf(804, accepted), []],
  ['a line of a voucher with a wrong period', tax('I81', period('2026-03-02', '2026-03-01')), ['supply_period_wrong']],
]
