import { chf, credit, debit, taxLine } from '../../support/requests/examples.ts'
import { expense, voucher, type WorkedExample } from './worked-example.ts'

/** Expenses, their tax and their credit notes, with vouchers for what no expense document says. */
// biome-ignore format: a table reads better in rows
export const EXPENSE_DOCUMENTS: readonly WorkedExample[] = [
  expense('E1 operating expense 8.1 %', 10_810, { tax_lines: [taxLine('I81', 10_000, 810)] }, {
    lines: [['6500', 10_000, 0], ['1171', 810, 0], ['2000', 0, 10_810]],
    tax: [['I81', 10_000, 810]],
  }),
  expense('E2 material 2.6 %', 5_130, { expense_category: 'material', tax_lines: [taxLine('M26', 5_000, 130)] }, {
    lines: [['4000', 5_000, 0], ['1170', 130, 0], ['2000', 0, 5_130]],
    tax: [['M26', 5_000, 130]],
  }),
  expense('E3 two rates on one document', 7_457, {
    tax_lines: [taxLine('I81', 5_000, 405), taxLine('I26', 2_000, 52, { expense_category: 'literature' })],
  }, {
    lines: [['6500', 5_000, 0], ['1171', 405, 0], ['6503', 2_000, 0], ['1171', 52, 0], ['2000', 0, 7_457]],
    tax: [['I81', 5_000, 405], ['I26', 2_000, 52]],
  }),
  expense('a line of the rate before, one of the rate after its change', 107_900, {
    tax_lines: [
      taxLine('I77', 50_000, 3_850, { supply_period: { from: '2023-07-01', to: '2023-12-31' } }),
      taxLine('I81', 50_000, 4_050, { supply_date: '2024-01-01' }),
    ],
  }, {
    lines: [['6500', 50_000, 0], ['1171', 3_850, 0], ['6500', 50_000, 0], ['1171', 4_050, 0], ['2000', 0, 107_900]],
    tax: [['I77', 50_000, 3_850], ['I81', 50_000, 4_050]],
  }),
  expense('a till that rounds the tax of each of 20 × 1.90', 4_100, {
    tax_lines: [taxLine('I81', 3_800, 300, {
      tax_amount_accepted: { reason: 'rounded by line', approved_by: 'reviewer' },
    })],
  }, {
    lines: [['6500', 3_800, 0], ['1171', 300, 0], ['2000', 0, 4_100]],
    tax: [['I81', 3_800, 300]],
  }),
  expense('a till that rounds down by a Rappen', 10_809, {
    tax_lines: [taxLine('I81', 10_000, 810), taxLine('NONE', -1, 0)],
  }, {
    lines: [['6500', 10_000, 0], ['1171', 810, 0], ['6945', 0, 1], ['2000', 0, 10_809]],
    tax: [['I81', 10_000, 810]],
  }),
  expense('E4 without input tax', 24_000, { expense_category: 'insurance' }, {
    lines: [['6300', 24_000, 0], ['2000', 0, 24_000]],
  }),
  expense('E4 a receipt that is excused, not there', 10_810, {
    receipt_required: true,
    missing_receipt_exception: { reason: 'lost', approved_by: 'reviewer' },
    tax_lines: [taxLine('I81', 10_000, 810)],
  }, { lines: [['6500', 10_810, 0], ['2000', 0, 10_810]], receipt: false }),
  expense('E4 without a receipt and without an exception', 10_810, { tax_lines: [taxLine('I81', 10_000, 810)] }, {
    lines: [['6500', 10_810, 0], ['2000', 0, 10_810]],
    receipt: false,
  }),
  expense('E4 a receipt that is lost, by a decision', 10_810, {
    input_tax_decision: { reason: 'the supplier has confirmed the tax', approved_by: 'reviewer' },
    tax_lines: [taxLine('I81', 10_000, 810)],
  }, {
    lines: [['6500', 10_000, 0], ['1171', 810, 0], ['2000', 0, 10_810]],
    tax: [['I81', 10_000, 810]],
    receipt: false,
  }),
  expense('E4 not registered', 10_810, { tax_lines: [taxLine('I81', 10_000, 810)] }, {
    vat_method: 'not_registered',
    lines: [['6500', 10_810, 0], ['2000', 0, 10_810]],
  }),
  expense('E5 net tax rate: tax stays in the expense', 10_810, { tax_lines: [taxLine('I81', 10_000, 810)] }, {
    vat_method: 'net_tax_rate',
    lines: [['6500', 10_810, 0], ['2000', 0, 10_810]],
  }),
  expense('E6 investment', 270_250, { expense_category: 'it_equipment', tax_lines: [taxLine('I81', 250_000, 20_250)] }, {
    lines: [['1520', 250_000, 0], ['1171', 20_250, 0], ['2000', 0, 270_250]],
    tax: [['I81', 250_000, 20_250]],
  }),
  expense('E7 acquisition tax', 100_000, {
    expense_category: 'licences',
    tax_lines: [taxLine('B81', 100_000, 8_100)],
  }, {
    mapping: ['posting.expense.category.licences', '6580'],
    lines: [['6580', 100_000, 0], ['2000', 0, 100_000], ['1171', 8_100, 0], ['2203', 0, 8_100]],
    tax: [['I81', 100_000, 8_100], ['B81', 100_000, 8_100]],
  }),
  expense('E7 a service from abroad, not registered', 1_500_000, { tax_lines: [taxLine('B81', 1_500_000, 0)] }, {
    vat_method: 'not_registered',
    lines: [['6500', 1_500_000, 0], ['2000', 0, 1_500_000]],
    tax: [['B81', 1_500_000, 0]],
  }),
  expense('E7 acquisition tax under the net tax rate', 100_000, {
    expense_category: 'licences',
    tax_lines: [taxLine('B81', 100_000, 8_100)],
  }, {
    vat_method: 'net_tax_rate',
    mapping: ['posting.expense.category.licences', '6580'],
    lines: [['6580', 100_000, 0], ['2000', 0, 100_000], ['6731', 8_100, 0], ['2203', 0, 8_100]],
    tax: [['B81', 100_000, 8_100]],
  }),
  voucher('E8 mixed use, 40 % not deductible', [debit('6732', 324), credit('1174', 324, { tax_code: 'K415' })], {
    tax: [['K415', 0, 324]],
  }),
  voucher('E9 paid by credit card', [
    debit('6500', 10_000),
    debit('1171', 810, { tax_code: 'I81', tax_base: chf(10_000) }),
    credit('2215', 10_810),
  ], { tax: [['I81', 10_000, 810]] }),
  voucher('E9 paid by staff', [
    debit('6640', 10_000),
    debit('1171', 810, { tax_code: 'I81', tax_base: chf(10_000) }),
    credit('2210', 10_810),
  ], { tax: [['I81', 10_000, 810]] }),
  expense('E10 imported goods', 500_000, { expense_category: 'merchandise' }, {
    lines: [['4200', 500_000, 0], ['2000', 0, 500_000]],
  }),
  expense('E10 customs document', 42_120, { tax_lines: [taxLine('E100M', 0, 42_120)] }, {
    lines: [['1170', 42_120, 0], ['2000', 0, 42_120]],
    tax: [['E100M', 0, 42_120]],
  }),
  expense('N1 credit note of a supplier', -5_405, { tax_lines: [taxLine('I81', -5_000, -405)] }, {
    lines: [['6500', 0, 5_000], ['1171', 0, 405], ['2000', 5_405, 0]],
    tax: [['I81', -5_000, -405]],
  }),
]
