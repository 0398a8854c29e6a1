import { chf, credit, debit } from '../../support/requests/examples.ts'
import { CUSTOMER_INVOICES } from './customer-invoices.ts'
import { document, eur, opened, voucher, type WorkedExample } from './worked-example.ts'

const [C1] = CUSTOMER_INVOICES as [WorkedExample]

/** Advance payments, opening, end of the year, closing, cash. */
// biome-ignore format: a table reads better in rows
export const JOURNAL_VOUCHERS: readonly WorkedExample[] = [
  voucher('A11 advance payment with its tax', [
    debit('1020', 54_050),
    credit('2030', 50_000, opened('Kundin GmbH')),
    credit('2200', 4_050, { tax_code: 'V81', tax_base: chf(50_000) }),
  ], { tax: [['V81', 50_000, 4_050]] }),
  voucher('A13 bad debt', [
    debit('3805', 100_000),
    debit('2200', 8_100, { tax_code: 'VS81', tax_base: chf(100_000) }),
    credit('1100', 108_100, document('write_off')),
  ], { tax: [['VS81', 100_000, 8_100]], before: C1, left: [0, 'CHF'] }),
  voucher('A14 foreign receivable paid into an account in EUR', [
    { account_code: '1024', debit: eur(100_000), base_amount: chf(94_000) },
    debit('6949', 1_000),
    { account_code: '1102', credit: eur(100_000), base_amount: chf(95_000) },
  ]),
  voucher('O1 opening: assets', [
    debit('1020', 5_000_000),
    debit('1100', 1_081_000, opened('Kunden laut Liste')),
    debit('1520', 250_000),
    credit('9100', 6_331_000),
  ], { payload: { entry_type: 'opening' } }),
  voucher('O1 opening: liabilities, equity, contra accounts', [
    debit('9100', 6_331_000),
    credit('1109', 50_000),
    credit('1529', 100_000),
    credit('2000', 540_500, opened('Lieferanten laut Liste')),
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
