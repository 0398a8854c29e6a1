import type { Invoice } from '../../../shared/accounting/documents/accounting-document.ts'
import { amount, line, registration } from '../facts/rule-contexts.ts'

type Lines = [account: string, debit: number, credit: number][]
export type ExpenseExample = [
  name: string,
  document: Partial<Invoice>,
  lines: Lines,
  more?: { settings?: object; rate_e8?: bigint },
]

/** Worked examples of a Swiss fiduciary, in Rappen. */
// biome-ignore format: a table reads better in rows
export const EXPENSE_EXAMPLES: readonly ExpenseExample[] = [
  [
    'operating expense with input tax 8.1 %',
    {},
    [['6500', 10_000, 0], ['1171', 810, 0], ['2000', 0, 10_810]],
  ],
  [
    'material with input tax 2.6 %',
    { gross: amount(5_130), category: 'material', tax_lines: [line('M26', 5_000, 130)] },
    [['4000', 5_000, 0], ['1170', 130, 0], ['2000', 0, 5_130]],
  ],
  [
    'two rates and two expenses on one document',
    { gross: amount(7_457), tax_lines: [line('I81', 5_000, 405), line('I26', 2_000, 52, 'literature')] },
    [['6500', 5_000, 0], ['1171', 405, 0], ['6503', 2_000, 0], ['1171', 52, 0], ['2000', 0, 7_457]],
  ],
  [
    'without input tax',
    { gross: amount(24_000), category: 'insurance', tax_lines: [] },
    [['6300', 24_000, 0], ['2000', 0, 24_000]],
  ],
  [
    'an exempt line',
    { gross: amount(24_000), tax_lines: [line('NONE', 24_000, 0)] },
    [['6500', 24_000, 0], ['2000', 0, 24_000]],
  ],
  [
    'net tax rate method: tax stays in the expense',
    {},
    [['6500', 10_810, 0], ['2000', 0, 10_810]],
    { settings: { vat_registrations: [registration('net_tax_rate')] } },
  ],
  [
    'not registered',
    {},
    [['6500', 10_810, 0], ['2000', 0, 10_810]],
    { settings: { vat_registrations: [registration('not_registered')] } },
  ],
  [
    'a receipt that is excused, not there: no deduction',
    { has_receipt: false, has_receipt_exception: true },
    [['6500', 10_810, 0], ['2000', 0, 10_810]],
  ],
  [
    'investment',
    { gross: amount(270_250), category: 'it_equipment', tax_lines: [line('I81', 250_000, 20_250)] },
    [['1520', 250_000, 0], ['1171', 20_250, 0], ['2000', 0, 270_250]],
  ],
  [
    'acquisition tax',
    { gross: amount(100_000), category: 'software', tax_lines: [line('B81', 100_000, 8_100)] },
    [['6580', 100_000, 0], ['2000', 0, 100_000], ['1171', 8_100, 0], ['2203', 0, 8_100]],
  ],
  [
    'acquisition tax under the net tax rate method is a cost',
    { gross: amount(100_000), category: 'software', tax_lines: [line('B81', 100_000, 8_100)] },
    [['6580', 100_000, 0], ['2000', 0, 100_000], ['6731', 8_100, 0], ['2203', 0, 8_100]],
    { settings: { vat_registrations: [registration('net_tax_rate')] } },
  ],
  [
    'import tax by customs assessment',
    { gross: amount(42_120), tax_lines: [line('E100M', 0, 42_120)] },
    [['1170', 42_120, 0], ['2000', 0, 42_120]],
  ],
  [
    'a foreign service in EUR at 0.95 with acquisition tax: 38.475 is 38.48',
    {
      currency: 'EUR',
      gross: amount(50_000, 'EUR'),
      category: 'accounting',
      tax_lines: [line('B81', 50_000, 0, null, 'EUR')],
    },
    [['6530', 47_500, 0], ['2000', 0, 47_500], ['1171', 3_848, 0], ['2203', 0, 3_848]],
    { rate_e8: 95_000_000n },
  ],
  [
    'a Swiss supplier who invoices in EUR: net and tax are converted, gross is their sum',
    { currency: 'EUR', gross: amount(108_100, 'EUR'), tax_lines: [line('I81', 100_000, 8_100, null, 'EUR')] },
    [['6500', 95_000, 0], ['1171', 7_695, 0], ['2000', 0, 102_695]],
    { rate_e8: 95_000_000n },
  ],
  [
    'yen have no minor unit',
    { currency: 'JPY', gross: amount(10_000, 'JPY'), tax_lines: [] },
    [['6500', 5_700, 0], ['2000', 0, 5_700]],
    { rate_e8: 570_000n },
  ],
  [
    'a credit note is the mirror image',
    { gross: amount(-5_405), tax_lines: [line('I81', -5_000, -405)] },
    [['6500', 0, 5_000], ['1171', 0, 405], ['2000', 5_405, 0]],
  ],
]
