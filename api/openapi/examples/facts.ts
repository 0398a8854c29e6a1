import { chf, type Example, ours } from './example.ts'
import { expense, expenseDocument } from './expense.ts'

const invoice = {
  ...expenseDocument('RE-2026-001', { payload: {} }),
  business_date: '2026-01-16',
  source_system: 'order-tool',
  fact_type: 'customer_invoice',
  payload: {
    currency: 'CHF',
    document_date: '2026-01-16',
    due_date: '2026-02-15',
    document_number: 'RE-2026-001',
    payment_reference: '210000000003139471430009017',
    gross_amount: chf(216_200),
    customer: { name: 'Gasthof Löwen AG', customer_external_reference: 'K-2001' },
    revenue_category: 'services',
    tax_lines: [
      {
        tax_code: 'V81',
        net_amount: chf(200_000),
        tax_amount: chf(16_200),
        supply_period: { from: '2026-01-05', to: '2026-01-16' },
      },
    ],
  },
}

const voucher = {
  ...expenseDocument('V-2025-001', { payload: {} }),
  business_date: '2025-07-01',
  source_system: 'fiduciary',
  fact_type: 'journal_voucher',
  payload: {
    text: 'Liberierung Stammkapital',
    document_number: 'V-2025-001',
    lines: [
      { account_code: '1020', debit: chf(2_000_000) },
      { account_code: '2800', credit: chf(2_000_000) },
    ],
  },
}

const batch = {
  items: [
    expenseDocument('EXP-2026-0005', {
      business_date: '2026-01-05',
      payload: {
        ...expense.payload,
        document_date: '2026-01-05',
        due_date: '2026-02-04',
        document_number: '26-0007',
        gross_amount: chf(2_162),
        supplier: { name: 'Rechenzentrum Muster AG', supplier_external_reference: 'L-1077' },
        tax_lines: [{ tax_code: 'I81', net_amount: chf(2_000), tax_amount: chf(162) }],
      },
    }),
    expenseDocument('EXP-2026-0006', { business_date: undefined, payload: expense.payload }),
  ],
}

/** Facts of every kind: booked, blocked and refused; and the journal that they make. */
export const FACTS: readonly Example[] = [
  {
    name: 'expense-tried',
    operation_id: 'recordExpenseDocument',
    summary: 'What the receipt would be booked as; nothing is stored',
    status: 200,
    request: () => ({ query: { dry_run: true }, body: expense }),
  },
  {
    name: 'expense',
    operation_id: 'recordExpenseDocument',
    summary: 'A receipt with 8.1 % input tax, booked at once',
    request: () => ({ body: expense }),
  },
  {
    name: 'expense-without-receipt',
    operation_id: 'recordExpenseDocument',
    summary: 'Accepted, and blocked: a receipt is required and none is attached',
    request: () => ({
      body: expenseDocument('EXP-2026-0002', {
        evidence_links: [],
        payload: { ...expense.payload, document_number: 'R-48377', gross_amount: chf(5_405), tax_lines: [] },
      }),
    }),
  },
  {
    name: 'expense-with-mistakes',
    operation_id: 'recordExpenseDocument',
    summary: 'Every offending field is named, and nothing is stored',
    status: 422,
    request: () => ({
      body: expenseDocument('EXP-2026-0003', {
        business_date: '2026-02-30',
        payload: { ...expense.payload, gross_amount: { amount_minor: 108.1, currency: 'CHF' }, total: 108.1 },
      }),
    }),
  },
  {
    name: 'expense-under-a-used-key',
    operation_id: 'recordExpenseDocument',
    summary: 'The Idempotency-Key of the first request with another body',
    status: 409,
    request: () => ({
      headers: { 'Idempotency-Key': 'expense' },
      body: expenseDocument('EXP-2026-0004', { payload: expense.payload }),
    }),
  },
  {
    name: 'invoice-tried',
    operation_id: 'recordCustomerInvoice',
    summary: 'What the invoice would be booked as; nothing is stored',
    status: 200,
    request: () => ({ query: { dry_run: true }, body: invoice }),
  },
  {
    name: 'invoice',
    operation_id: 'recordCustomerInvoice',
    summary: 'An invoice with a QR reference; it opens a document for the payment to come',
    request: () => ({
      body: invoice,
    }),
  },
  {
    name: 'voucher-tried',
    operation_id: 'recordJournalVoucher',
    summary: 'What the voucher would be booked as; nothing is stored',
    status: 200,
    request: () => ({ query: { dry_run: true }, body: voucher }),
  },
  {
    name: 'voucher',
    operation_id: 'recordJournalVoucher',
    summary: 'The share capital is paid in',
    request: () => ({
      body: voucher,
    }),
  },
  {
    name: 'batch-tried',
    operation_id: 'recordSourceFacts',
    summary: 'What the facts of the batch would be booked as; nothing is stored',
    status: 200,
    request: () => ({ query: { dry_run: true }, body: batch }),
  },
  {
    name: 'batch',
    operation_id: 'recordSourceFacts',
    summary: 'Two facts: one is taken, the other refused with the reason',
    request: () => ({
      body: batch,
    }),
  },
  {
    name: 'blocked-facts',
    operation_id: 'listSourceFacts',
    summary: 'Facts that somebody has to look at',
    request: () => ({ query: { ...ours, state: 'blocked' } }),
  },
  {
    name: 'fact',
    operation_id: 'getSourceFact',
    summary: 'A fact with the entry that booked it',
    request: (of) => ({ path: { source_fact_id: of('expense', '/id') } }),
  },
  {
    name: 'fact-that-nobody-sent',
    operation_id: 'getSourceFact',
    summary: 'An id that this key has no fact for',
    status: 404,
    request: () => ({ path: { source_fact_id: 'fact_01kf3y8gt6f9vbjr1m5zq2x7ce' } }),
  },
  {
    name: 'journal',
    operation_id: 'listJournalEntries',
    summary: 'The entries of one month',
    request: () => ({ query: { ...ours, from_date: '2026-01-01', to_date: '2026-01-31', limit: 2 } }),
  },
  {
    name: 'journal-as-csv',
    operation_id: 'listJournalEntries',
    summary: 'For a spreadsheet',
    media_type: 'text/csv',
    request: () => ({ query: { ...ours, format: 'csv' } }),
  },
  {
    name: 'journal-as-ledger',
    operation_id: 'listJournalEntries',
    summary: 'For hledger and ledger',
    media_type: 'text/x-ledger',
    request: () => ({ query: { ...ours, format: 'ledger' } }),
  },
  {
    name: 'entry',
    operation_id: 'getJournalEntry',
    summary: 'An entry with its hash and the hash of the one before',
    request: (of) => ({ path: { journal_entry_id: of('fact', '/journal_entry_id/id') } }),
  },
]
