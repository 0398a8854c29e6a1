import { all, bill, HOLZ, KUNDIN, QRR, QRR_IN_BLOCKS, type Row } from './row.ts'

/** Documents of the same currency, also where a payment of a collective bank entry is for them. */
export const BY_OPEN_ITEMS: readonly Row[] = [
  {
    name: 'the own QR reference with another amount',
    direction: 'DBIT',
    open: bill(100_000, { payment_reference: QRR }),
    amount: '470.00',
    line: { name: HOLZ, reference: QRR },
    proposed: ['supplier_payable CHF 47000 90 reference,name'],
  },
  {
    name: 'the own QR reference in blocks, typed into the text',
    direction: 'DBIT',
    open: bill(100_000, { payment_reference: QRR }),
    amount: '470.00',
    line: { name: 'Holzbau Meier', text: `Zahlung ${QRR_IN_BLOCKS} danke` },
    proposed: ['supplier_payable CHF 47000 88 reference'],
  },
  {
    name: 'the same of an invoice',
    direction: 'CRDT',
    open: ({ invoiced }) => invoiced(100_000, { payment_reference: QRR, ...KUNDIN }),
    amount: '1000.00',
    line: { name: 'Treuhand Huber', text: `Zahlung ${QRR_IN_BLOCKS}` },
    proposed: ['document CHF 100000 100 reference,amount'],
  },
  {
    name: 'a payment of a collective debit: name and amount',
    direction: 'DBIT',
    open: bill(100_000),
    amount: '1300.00',
    line: [
      { amount: '300.00', name: 'Papier AG' },
      { amount: '1000.00', name: HOLZ },
    ],
    proposed: ['supplier_payable CHF 100000 60 amount,name'],
  },
  {
    name: 'a payment of a collective debit: the reference with another amount, and a number',
    direction: 'DBIT',
    open: all(bill(100_000, { payment_reference: QRR }), bill(30_000, { document_number: 'RE-2026-77' })),
    amount: '800.00',
    line: [
      { amount: '500.00', name: HOLZ, reference: QRR },
      { amount: '300.00', name: 'Holz', text: 'RE-2026-77' },
    ],
    proposed: [
      'supplier_payable CHF 30000 85 number_in_text,amount,name',
      'supplier_payable CHF 50000 90 reference,name',
    ],
  },
  {
    name: 'a payment of a collective credit',
    direction: 'CRDT',
    open: ({ invoiced }) => invoiced(100_000, { ...KUNDIN }),
    amount: '1300.00',
    line: [
      { amount: '300.00', name: 'Andere AG' },
      { amount: '1000.00', name: 'Kundin GmbH' },
    ],
    proposed: ['document CHF 100000 60 amount,name'],
  },
  {
    name: 'a payment of a collective debit pays the credit note of a customer back',
    direction: 'DBIT',
    open: ({ invoiced }) => invoiced(-8_100, KUNDIN),
    amount: '381.00',
    line: [
      { amount: '300.00', name: 'Papier AG' },
      { amount: '81.00', name: 'Kundin GmbH' },
    ],
    proposed: ['document CHF -8100 60 amount,name,refund'],
  },
  {
    name: 'a credit note that is set off',
    direction: 'DBIT',
    open: all(bill(100_000), bill(-10_000)),
    amount: '900.00',
    line: { name: HOLZ },
    proposed: ['supplier_payable CHF 90000 52 set_off,name'],
  },
  {
    name: 'a supplier pays its credit note back',
    direction: 'CRDT',
    open: bill(-10_000),
    amount: '100.00',
    line: { name: HOLZ },
    proposed: ['supplier_payable CHF -10000 60 amount,name,refund'],
  },
]
