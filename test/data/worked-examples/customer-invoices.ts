import { credit, debit, taxLine } from '../../support/requests/examples.ts'
import { eur, invoice, voucher, type WorkedExample } from './worked-example.ts'

/** Invoices and credit notes to customers. */
// biome-ignore format: a table reads better in rows
export const CUSTOMER_INVOICES: readonly WorkedExample[] = [
  invoice('rent with tax by option', 108_100, { tax_lines: [taxLine('VO81', 100_000, 8_100)] }, {
    lines: [['1100', 108_100, 0], ['3400', 0, 100_000], ['2200', 0, 8_100]],
    tax: [['VO81', 100_000, 8_100]],
  }),
  invoice('tax on the invoice of somebody who is not registered', 108_100, {
    tax_owed_accepted: { reason: 'the invoice stands', approved_by: 'reviewer' },
    tax_lines: [taxLine('V81', 100_000, 8_100)],
  }, {
    vat_method: 'not_registered',
    lines: [['1100', 108_100, 0], ['3400', 0, 100_000], ['2201', 0, 8_100]],
    tax: [['V81', 100_000, 8_100]],
  }),
  invoice('C1 service 8.1 %', 108_100, { tax_lines: [taxLine('V81', 100_000, 8_100)] }, {
    lines: [['1100', 108_100, 0], ['3400', 0, 100_000], ['2200', 0, 8_100]],
    tax: [['V81', 100_000, 8_100]],
  }),
  invoice('an invoice rounded up to five Rappen', 10_815, {
    tax_lines: [taxLine('V81', 10_000, 810), taxLine('NONE', 5, 0)],
  }, {
    lines: [['1100', 10_815, 0], ['3400', 0, 10_000], ['2200', 0, 810], ['6945', 0, 5]],
    tax: [['V81', 10_000, 810]],
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
    tax: [['V81', 108_100, 0]],
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
]
