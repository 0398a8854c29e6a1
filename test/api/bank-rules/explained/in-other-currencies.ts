import { bill, HOLZ, KUNDIN, RF, type Row } from './row.ts'

const eur = (amount_minor: number) => ({ amount_minor, currency: 'EUR' })
const billInEuros = (more: object = {}) => bill(0, { currency: 'EUR', gross_amount: eur(50_000), ...more })
const invoiceInEuros =
  (more: object = {}): Row['open'] =>
  ({ invoiced }) =>
    invoiced(0, { currency: 'EUR', gross_amount: eur(50_000), ...KUNDIN, ...more })

/** EUR 500.00 are open, CHF 475.00 in the books, and francs move at the bank. */
export const IN_OTHER_CURRENCIES: readonly Row[] = [
  {
    name: 'euros are owed, and the bank takes francs: their RF reference',
    direction: 'DBIT',
    open: billInEuros({ payment_reference: RF }),
    amount: '470.00',
    line: { name: HOLZ, reference: RF },
    proposed: ['supplier_payable EUR 50000 90 reference,name,book_value'],
  },
  {
    name: 'the same with what was ordered',
    direction: 'DBIT',
    open: billInEuros({ payment_reference: RF }),
    amount: '470.00',
    line: { name: HOLZ, reference: RF, instructed: '500.00' },
    proposed: ['supplier_payable EUR 50000 100 reference,amount,name'],
  },
  {
    name: 'their number among the documents that are paid',
    direction: 'DBIT',
    open: billInEuros({ document_number: 'RE-2026-77' }),
    amount: '470.00',
    line: { name: HOLZ, number: 'RE-2026-77' },
    proposed: ['supplier_payable EUR 50000 75 number_in_text,name,book_value'],
  },
  {
    name: 'their number among the documents that are paid, and nothing else',
    direction: 'DBIT',
    open: billInEuros({ document_number: 'RE-2026-77' }),
    amount: '95.00',
    line: { number: 'RE-2026-77' },
    proposed: ['supplier_payable EUR 10000 70 number_in_text'],
  },
  {
    name: 'what was ordered in euros, and the name',
    direction: 'DBIT',
    open: billInEuros(),
    amount: '470.00',
    line: { name: HOLZ, instructed: '500.00' },
    proposed: ['supplier_payable EUR 50000 60 amount,name'],
  },
  {
    name: 'what was ordered in euros for a payment of a collective debit',
    direction: 'DBIT',
    open: billInEuros(),
    amount: '770.00',
    line: [
      { amount: '300.00', name: 'Papier AG' },
      { amount: '470.00', name: HOLZ, instructed: '500.00' },
    ],
    proposed: ['supplier_payable EUR 50000 60 amount,name'],
  },
  {
    name: 'the name, and about the value in the books',
    direction: 'DBIT',
    open: billInEuros(),
    amount: '490.00',
    line: { name: HOLZ },
    proposed: ['supplier_payable EUR 50000 46 name,book_value'],
  },
  {
    name: 'a half of the euros by their reference: the half by the value in the books',
    direction: 'DBIT',
    open: billInEuros({ payment_reference: RF }),
    amount: '237.50',
    line: { name: HOLZ, reference: RF },
    proposed: ['supplier_payable EUR 25000 90 reference,name'],
  },
  {
    name: 'a customer pays an invoice in euros by francs: its RF reference',
    direction: 'CRDT',
    open: invoiceInEuros({ payment_reference: RF }),
    amount: '470.00',
    line: { name: 'Kundin GmbH', reference: RF },
    proposed: ['document EUR 50000 90 reference,name,book_value'],
  },
  {
    name: 'what the customer has sent in euros, and the name',
    direction: 'CRDT',
    open: invoiceInEuros(),
    amount: '430.00',
    line: { name: 'Kundin GmbH', instructed: '500.00' },
    proposed: ['document EUR 50000 60 amount,name'],
  },
  {
    name: 'the number of the invoice in the text',
    direction: 'CRDT',
    open: invoiceInEuros({ document_number: 'RE-2026-77' }),
    amount: '470.00',
    line: { name: 'Kundin GmbH', text: 'Rechnung RE-2026-77' },
    proposed: ['document EUR 50000 75 number_in_text,name,book_value'],
  },
]
