import { amount, voucherContext, voucherLine } from '../rule-contexts.ts'
import { type BlockerCase, euroAt, settings } from './blocker-case.ts'

export const JOURNAL_VOUCHERS: readonly BlockerCase[] = [
  ['a voucher', voucherContext(), []],
  [
    'a voucher that does not balance',
    voucherContext({ lines: [voucherLine('6500', 10_000), voucherLine('1520', -9_999)] }),
    ['voucher_not_balanced'],
  ],
  [
    'a voucher in two currencies without base amounts',
    voucherContext(
      { lines: [voucherLine('6500', 9_500), voucherLine('1020', 0, { amount: amount(-10_000, 'EUR') })] },
      euroAt(94_000_000n),
    ),
    ['voucher_not_balanced'],
  ],
  [
    'a voucher in two currencies with base amounts',
    voucherContext({
      lines: [
        voucherLine('6500', 9_500),
        voucherLine('1020', 0, { amount: amount(-10_000, 'EUR'), base: amount(-9_500) }),
      ],
    }),
    [],
  ],
  [
    'a voucher of one foreign currency, whatever is left over by rounding',
    voucherContext(
      {
        lines: [3_333, 3_333, 3_334, -10_000].map((minor) => voucherLine('6500', 0, { amount: amount(minor, 'EUR') })),
      },
      euroAt(95_000_000n),
    ),
    [],
  ],
  [
    'a voucher without its rate',
    voucherContext({ lines: [voucherLine('6500', 1), voucherLine('1020', 0, { amount: amount(-1, 'EUR') })] }),
    ['exchange_rate_missing'],
  ],
  [
    'a base amount on a line in the base currency',
    voucherContext({ lines: [voucherLine('6500', 1, { base: amount(1) }), voucherLine('1020', -1)] }),
    ['currency_mismatch'],
  ],
  [
    'a tax base in another currency',
    voucherContext({
      lines: [voucherLine('1171', 81, { tax_code: 'I81', tax_base: amount(1_000, 'EUR') }), voucherLine('1020', -81)],
    }),
    ['currency_mismatch'],
  ],
  [
    'an account that is in no chart',
    voucherContext({ lines: [voucherLine('7777', 1), voucherLine('1020', -1)] }),
    ['account_unknown'],
  ],
  [
    'an inactive account on a voucher',
    voucherContext(
      {},
      {
        accounts: new Map([
          ['6500', 'inactive'],
          ['1520', 'active'],
        ]),
      },
    ),
    ['account_inactive'],
  ],
  ['a voucher without a chart', voucherContext({}, settings({ chart_versions: [] })), ['account_chart_missing']],
  [
    'a tax line without its base',
    voucherContext({ lines: [voucherLine('1171', 81, { tax_code: 'I81' }), voucherLine('1020', -81)] }),
    ['tax_amount_mismatch'],
  ],
  [
    'a tax line with a wrong base',
    voucherContext({
      lines: [voucherLine('1171', 81, { tax_code: 'I81', tax_base: amount(2_000) }), voucherLine('1020', -81)],
    }),
    ['tax_amount_mismatch'],
  ],
  [
    'a correction of input tax has no rate',
    voucherContext({ lines: [voucherLine('1171', -324, { tax_code: 'K415' }), voucherLine('6500', 324)] }),
    [],
  ],
  [
    'a voucher with an unknown tax code',
    voucherContext({ lines: [voucherLine('1171', 81, { tax_code: 'X' }), voucherLine('1020', -81)] }),
    ['tax_code_unknown'],
  ],
]
