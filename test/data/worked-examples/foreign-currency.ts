import { chf, credit, debit } from '../../support/requests/examples.ts'
import { eur, expense, payable, voucher, type WorkedExample } from './worked-example.ts'

// biome-ignore format: a table reads better in rows
const X1 = expense('X1 foreign service with acquisition tax', 0, {
  gross_amount: eur(50_000),
  expense_category: 'accounting',
  tax_lines: [{ tax_code: 'B81', net_amount: eur(50_000), tax_amount: eur(0) }],
}, {
  rates: { EUR: '0.95' },
  lines: [['6530', 47_500, 0], ['2000', 0, 47_500], ['1171', 3_848, 0], ['2203', 0, 3_848]],
  tax: [['I81', 47_500, 3_848], ['B81', 47_500, 3_848]],
  open: [50_000, 'EUR'],
})

/** A payable of EUR 1'000.00 at 0.95. */
const X5_BEFORE = expense(
  'X5 payable',
  0,
  { gross_amount: eur(100_000) },
  {
    rates: { EUR: '0.95' },
    lines: [
      ['6500', 95_000, 0],
      ['2000', 0, 95_000],
    ],
    open: [100_000, 'EUR'],
  },
)

/** Documents in foreign currency, and the gain or loss of their settlement. */
// biome-ignore format: a table reads better in rows
export const FOREIGN_CURRENCY: readonly WorkedExample[] = [
  X1,
  voucher('X2 settlement of X1 with a gain', [
    { account_code: '2000', debit: eur(50_000), base_amount: chf(47_500), ...payable('payment') },
    debit('6940', 500),
    credit('1020', 47_500),
    credit('6999', 500),
  ], { before: X1, left: [0, 'EUR'] }),
  voucher('X3 settlement of X1 with a loss', [
    { account_code: '2000', debit: eur(50_000), base_amount: chf(47_500), ...payable('payment') },
    debit('6949', 500),
    credit('1020', 48_000),
  ], { before: X1, left: [0, 'EUR'] }),
  expense('X4 Swiss supplier who invoices in EUR', 0, {
    gross_amount: eur(108_100),
    expense_category: 'telecom',
    tax_lines: [{ tax_code: 'I81', net_amount: eur(100_000), tax_amount: eur(8_100) }],
  }, {
    rates: { EUR: '0.95' },
    lines: [['6510', 95_000, 0], ['1171', 7_695, 0], ['2000', 0, 102_695]],
    tax: [['I81', 95_000, 7_695]],
    open: [108_100, 'EUR'],
  }),
  voucher('X5 revaluation of an open payable', [
    debit('6949', 1_000),
    credit('2000', 1_000, payable('revaluation')),
  ], { before: X5_BEFORE, left: [100_000, 'EUR'] }),
]
