import type { EntryType } from '../../../../shared/contract/journal/journal-entries.ts'
import type { LegalForm } from '../../../../shared/contract/setup/end-customers.ts'
import { amount, voucherContext, voucherLine } from '../rule-contexts.ts'
import { type BlockerCase, euroAt, settings, without } from './blocker-case.ts'
import { SIZES } from './sizes.ts'

const typed = (entry_type: EntryType, from: string, to: string, ...rest: Parameters<typeof voucherContext>[1][]) =>
  voucherContext({ entry_type, lines: [voucherLine(from, 10_000), voucherLine(to, -10_000)] }, ...rest)
const ofForm = (legal_form: LegalForm) => settings({ legal_form })

const ENTRY_TYPES: readonly BlockerCase[] = [
  ['an opening of a bank account', typed('opening', '1020', '9100'), []],
  ['an opening of the equity', typed('opening', '9100', '2800'), []],
  ['an opening with expense', typed('opening', '6500', '9100'), ['entry_type_accounts']],
  ['an opening against the sum of the result', typed('opening', '1020', '9200'), ['entry_type_accounts']],
  [
    'an opening where no account has the role of class 91',
    typed('opening', '1020', '9200', settings({ mappings: without('posting.opening_balance') })),
    [],
  ],
  ['depreciation as closing', typed('closing', '6500', '1520'), ['entry_type_accounts']],
  ['a closing of expense', typed('closing', '9200', '6500'), []],
  ['a closing of the result', typed('closing', '9200', '2979'), []],
  [
    'a closing of the result onto the profit carried forward',
    typed('closing', '9200', '2970'),
    ['entry_type_accounts'],
  ],
  ['a closing through the opening balance', typed('closing', '9100', '6500'), ['entry_type_accounts']],
  [
    'a closing in a chart without an account of the result for the form',
    typed('closing', '9200', '2970', settings({ mappings: without('posting.result') })),
    [],
  ],
  [
    'a closing of a partnership onto the account of a company',
    typed('closing', '9200', '2800', ofForm('partnership')),
    ['entry_type_accounts'],
  ],
  ['a takeover of expense', typed('takeover', '6500', '9100'), []],
  [
    'a takeover with a tax code',
    voucherContext({
      entry_type: 'takeover',
      lines: [voucherLine('3400', 100, { tax_code: 'V0X' }), voucherLine('9100', -100)],
    }),
    ['entry_type_tax'],
  ],
  [
    'an opening with a tax code',
    voucherContext({
      entry_type: 'opening',
      lines: [voucherLine('1020', 10_810), voucherLine('9100', -10_810, { tax_code: 'NONE' })],
    }),
    ['entry_type_tax'],
  ],
  [
    'a closing with a tax code',
    voucherContext({
      entry_type: 'closing',
      lines: [voucherLine('3400', 100, { tax_code: 'V0X' }), voucherLine('9200', -100)],
    }),
    ['entry_type_tax'],
  ],
]

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
          ['6500', { status: 'inactive', account_type: 'expense' }],
          ['1520', { status: 'active', account_type: 'asset' }],
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
  ...ENTRY_TYPES,
  ...(['bank_entry_unknown', 'bank_entry_exhausted', 'bank_entry_amount_mismatch', 'payment_not_booked'] as const).map(
    (code): BlockerCase => [
      `a voucher with the finding ${code}`,
      voucherContext(
        {},
        { bank_entry_findings: [{ code, message: 'Nothing is left.', pointer: '/payload/bank_entries/0' }] },
      ),
      [code],
    ],
  ),
  ...SIZES,
]
