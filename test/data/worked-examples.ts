import type { VatMethod } from '../../shared/contract/setup/settings.ts'
import { chf, credit, debit, EXPENSES, INVOICES, taxLine, VOUCHERS } from '../support/examples.ts'

/** Account, debit and credit in Rappen. */
type Line = readonly [account_code: string, debit: number, credit: number]
/** Tax code, base and tax in Rappen, as the summary of the entry shows them. */
type Tax = readonly [tax_code: string, base: number, tax: number]

export type WorkedExample = {
  readonly name: string
  readonly path: string
  readonly payload: object
  readonly lines: readonly Line[]
  readonly tax?: readonly Tax[]
  /** What is open afterwards: minor units and currency. */
  readonly open?: readonly [number, string]
  readonly vat_method?: VatMethod
  /** Sent again with this account for the key, where the usual mapping is another one. */
  readonly mapping?: readonly [mapping_key: string, account_code: string]
  readonly rates?: Readonly<Record<string, string>>
  readonly receipt?: boolean
}

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
const expense = (
  name: string,
  gross: number,
  payload: object,
  rest: Omit<WorkedExample, 'name' | 'path' | 'payload'>,
) => ({
  name,
  path: EXPENSES,
  payload: { gross_amount: chf(gross), supplier: { name: 'Lieferant AG' }, ...payload },
  open: [gross, 'CHF'] as const,
  ...rest,
})
const invoice = (
  name: string,
  gross: number,
  payload: object,
  rest: Omit<WorkedExample, 'name' | 'path' | 'payload'>,
) => ({
  name,
  path: INVOICES,
  payload: { gross_amount: chf(gross), customer: { name: 'Kundin GmbH' }, ...payload },
  open: [gross, 'CHF'] as const,
  ...rest,
})
type Amount = { amount_minor: number; currency: string }
type VoucherLine = { account_code: string; debit?: Amount; credit?: Amount; base_amount?: Amount }

/** A voucher is booked as it stands, so its lines are the expectation too. */
const voucher = (name: string, lines: readonly VoucherLine[], more: Partial<WorkedExample> = {}) => ({
  name,
  path: VOUCHERS,
  lines: lines.map(({ account_code, debit, credit, base_amount }): Line => {
    const amount = (base_amount ?? debit ?? credit)?.amount_minor ?? 0
    return debit ? [account_code, amount, 0] : [account_code, 0, amount]
  }),
  ...more,
  payload: { text: name, lines, ...more.payload },
})

/** Worked examples of a Swiss fiduciary in Rappen, with the accounts of the SME chart. */
// biome-ignore format: a table reads better in rows
export const WORKED_EXAMPLES: readonly WorkedExample[] = [
  // Expense documents
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
  expense('E4 without input tax', 24_000, { expense_category: 'insurance' }, {
    lines: [['6300', 24_000, 0], ['2000', 0, 24_000]],
  }),
  expense('E4 a receipt that is excused, not there', 10_810, {
    receipt_required: true,
    missing_receipt_exception: { reason: 'lost', approved_by: 'reviewer' },
    tax_lines: [taxLine('I81', 10_000, 810)],
  }, { lines: [['6500', 10_810, 0], ['2000', 0, 10_810]], receipt: false }),
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
  expense('E7 acquisition tax under the net tax rate', 100_000, {
    expense_category: 'licences',
    tax_lines: [taxLine('B81', 100_000, 8_100)],
  }, {
    vat_method: 'net_tax_rate',
    mapping: ['posting.expense.category.licences', '6580'],
    lines: [['6580', 100_000, 0], ['2000', 0, 100_000], ['6731', 8_100, 0], ['2203', 0, 8_100]],
    tax: [['B81', 100_000, 8_100]],
  }),
  voucher('E8 mixed use, 40 % not deductible', [debit('6732', 324), credit('1171', 324, { tax_code: 'K415' })], {
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

  // Foreign currency
  expense('X1 foreign service with acquisition tax', 0, {
    gross_amount: eur(50_000),
    expense_category: 'accounting',
    tax_lines: [{ tax_code: 'B81', net_amount: eur(50_000), tax_amount: eur(0) }],
  }, {
    rates: { EUR: '0.95' },
    lines: [['6530', 47_500, 0], ['2000', 0, 47_500], ['1171', 3_848, 0], ['2203', 0, 3_848]],
    tax: [['I81', 47_500, 3_848], ['B81', 47_500, 3_848]],
    open: [50_000, 'EUR'],
  }),
  voucher('X2 settlement of X1 with a gain', [
    { account_code: '2000', debit: eur(50_000), base_amount: chf(47_500) },
    debit('6940', 500),
    credit('1020', 47_500),
    credit('6999', 500),
  ]),
  voucher('X3 settlement of X1 with a loss', [
    { account_code: '2000', debit: eur(50_000), base_amount: chf(47_500) },
    debit('6949', 500),
    credit('1020', 48_000),
  ]),
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
  voucher('X5 revaluation of an open payable', [debit('6949', 1_000), credit('2000', 1_000)]),

  // Credit notes
  expense('N1 credit note of a supplier', -5_405, { tax_lines: [taxLine('I81', -5_000, -405)] }, {
    lines: [['6500', 0, 5_000], ['1171', 0, 405], ['2000', 5_405, 0]],
    tax: [['I81', -5_000, -405]],
  }),

  // Customer invoices
  invoice('C1 service 8.1 %', 108_100, { tax_lines: [taxLine('V81', 100_000, 8_100)] }, {
    lines: [['1100', 108_100, 0], ['3400', 0, 100_000], ['2200', 0, 8_100]],
    tax: [['V81', 100_000, 8_100]],
  }),
  invoice('C2 credit note to a customer', -10_810, { tax_lines: [taxLine('V81', -10_000, -810)] }, {
    lines: [['1100', 0, 10_810], ['3400', 10_000, 0], ['2200', 810, 0]],
    tax: [['V81', -10_000, -810]],
  }),
  invoice('C3 service abroad', 50_000, { tax_lines: [taxLine('V0A', 50_000, 0)] }, {
    lines: [['1100', 50_000, 0], ['3400', 0, 50_000]],
    tax: [['V0A', 50_000, 0]],
  }),
  invoice('C3 export', 50_000, { revenue_category: 'merchandise', tax_lines: [taxLine('V0X', 50_000, 0)] }, {
    lines: [['1100', 50_000, 0], ['3200', 0, 50_000]],
    tax: [['V0X', 50_000, 0]],
  }),
  invoice('C4 net tax rate: the invoice is booked gross', 108_100, { tax_lines: [taxLine('V81', 100_000, 8_100)] }, {
    vat_method: 'net_tax_rate',
    lines: [['1100', 108_100, 0], ['3400', 0, 108_100]],
  }),
  voucher('C4 tax of the period under the net tax rate', [debit('3809', 6_702), credit('2201', 6_702)]),
  invoice('a discount on the invoice itself', 105_938, {
    tax_lines: [taxLine('V81', 100_000, 8_100), taxLine('VS81', -2_000, -162)],
  }, {
    lines: [['1100', 105_938, 0], ['3400', 0, 100_000], ['2200', 0, 8_100], ['3800', 2_000, 0], ['2200', 162, 0]],
    tax: [['V81', 100_000, 8_100], ['VS81', 2_000, 162]],
  }),
  invoice('an invoice in EUR', 0, {
    gross_amount: eur(108_100),
    tax_lines: [{ tax_code: 'V81', net_amount: eur(100_000), tax_amount: eur(8_100) }],
  }, {
    rates: { EUR: '0.95' },
    lines: [['1100', 102_695, 0], ['3400', 0, 95_000], ['2200', 0, 7_695]],
    tax: [['V81', 95_000, 7_695]],
    open: [108_100, 'EUR'],
  }),
  invoice('an invoice without tax lines', 20_000, {}, { lines: [['1100', 20_000, 0], ['3400', 0, 20_000]] }),

  // Vouchers
  voucher('A11 advance payment with its tax', [
    debit('1020', 54_050),
    credit('2030', 50_000),
    credit('2200', 4_050, { tax_code: 'V81', tax_base: chf(50_000) }),
  ], { tax: [['V81', 50_000, 4_050]] }),
  voucher('A13 bad debt', [
    debit('3805', 100_000),
    debit('2200', 8_100, { tax_code: 'VS81', tax_base: chf(100_000) }),
    credit('1100', 108_100),
  ], { tax: [['VS81', 100_000, 8_100]] }),
  voucher('A14 foreign receivable paid into an account in EUR', [
    { account_code: '1024', debit: eur(100_000), base_amount: chf(94_000) },
    debit('6949', 1_000),
    { account_code: '1102', credit: eur(100_000), base_amount: chf(95_000) },
  ]),
  voucher('O1 opening: assets', [
    debit('1020', 5_000_000),
    debit('1100', 1_081_000),
    debit('1520', 250_000),
    credit('9100', 6_331_000),
  ], { payload: { entry_type: 'opening' } }),
  voucher('O1 opening: liabilities, equity, contra accounts', [
    debit('9100', 6_331_000),
    credit('1109', 50_000),
    credit('1529', 100_000),
    credit('2000', 540_500),
    credit('2201', 81_000),
    credit('2300', 120_000),
    credit('2800', 2_000_000),
    credit('2950', 400_000),
    credit('2970', 3_039_500),
  ], { payload: { entry_type: 'opening' } }),
  voucher('Y1 prepaid rent', [debit('1300', 200_000), credit('6000', 200_000)]),
  voucher('Y1 accrued audit fee', [debit('6542', 300_000), credit('2300', 300_000)]),
  voucher('Y1 work done, not invoiced', [debit('1280', 150_000), credit('3940', 150_000)]),
  voucher('Y2 depreciation, indirect', [debit('6820', 50_000), credit('1529', 50_000)]),
  voucher('Y3 allowance raised', [debit('3805', 20_000), credit('1109', 20_000)]),
  voucher('Y4 VAT settlement of a period', [
    debit('2200', 8_100),
    debit('2203', 8_100),
    credit('1170', 390),
    credit('1171', 9_000),
    credit('2201', 6_810),
  ]),
  voucher('Y4 VAT paid', [debit('2201', 6_810), credit('1020', 6_810)]),
  voucher('Y5 direct taxes provided', [debit('8900', 180_000), credit('2208', 180_000)]),
  voucher('Y6 closing: revenue', [debit('3400', 5_000_000), credit('9200', 5_000_000)], {
    payload: { entry_type: 'closing' },
  }),
  voucher('Y6 closing: expense', [debit('9200', 3_500_000), credit('5000', 2_000_000), credit('6000', 1_500_000)], {
    payload: { entry_type: 'closing' },
  }),
  voucher('Y6 closing: result', [debit('9200', 1_500_000), credit('2979', 1_500_000)], {
    payload: { entry_type: 'closing' },
  }),
  voucher('Y7 appropriation', [
    debit('2979', 1_500_000),
    credit('2950', 75_000),
    credit('2261', 500_000),
    credit('2970', 925_000),
  ]),
  voucher('Y8 dividend paid', [debit('2261', 500_000), credit('1020', 325_000), credit('2206', 175_000)]),
  voucher('Y9 loss closed', [debit('2979', 300_000), credit('9200', 300_000)], { payload: { entry_type: 'closing' } }),
  voucher('Y9 loss carried forward', [debit('2970', 300_000), credit('2979', 300_000)]),
  voucher('K1 cash sale with 5-Rappen rounding', [
    debit('1000', 1_930),
    debit('6945', 2),
    credit('3200', 1_787),
    credit('2200', 145, { tax_code: 'V81', tax_base: chf(1_787) }),
  ], { tax: [['V81', 1_787, 145]] }),
]
