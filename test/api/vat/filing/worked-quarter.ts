import { put } from '../../../support/client.ts'
import {
  chf,
  credit,
  debit,
  EXPENSES,
  expense,
  INVOICES,
  invoice,
  taxLine,
  VOUCHERS,
  voucher,
} from '../../../support/requests/examples.ts'
import { newKmuCustomer } from '../../../support/requests/kmu-chart.ts'
import { booked } from '../records.ts'

export const UID = 'CHE-116.281.710 MWST'

/** An end customer who can file returns. */
export async function newFiler(fields: object = {}): Promise<string> {
  const customer = await newKmuCustomer()
  await put(`/v1/end-customers/${customer}`, { name: 'Meier & <Co>', uid: UID, ...fields })
  return customer
}

/** The worked example of the return, booked in the first quarter; in Rappen. */
export async function bookQuarter(customer: string): Promise<void> {
  const sales = [
    taxLine('V81', 1_000_000, 81_000),
    taxLine('V26', 200_000, 5_200),
    taxLine('V0X', 300_000, 0),
    taxLine('VS81', -20_000, -1_620),
  ]
  await booked(INVOICES, invoice(customer, { payload: { gross_amount: chf(1_564_580), tax_lines: sales } }))
  const purchases = [taxLine('M81', 200_000, 16_200), taxLine('I81', 100_000, 8_100), taxLine('B81', 100_000, 8_100)]
  await booked(EXPENSES, expense(customer, { payload: { gross_amount: chf(424_300), tax_lines: purchases } }))
  const corrections = [
    debit('6500', 324),
    credit('1174', 324, { tax_code: 'K415' }),
    debit('1174', 500, { tax_code: 'K410' }),
    credit('6500', 500),
  ]
  await booked(VOUCHERS, voucher(customer, { payload: { lines: corrections } }))
}
