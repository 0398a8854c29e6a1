import { chf, type Example, ours } from './example.ts'

/** Money that no bank statement brings. Allocation and settlement of before are reversed, so both items are open. */
export const MONEY_ON_ACCOUNTS: readonly Example[] = [
  {
    name: 'allocation-of-cash',
    operation_id: 'allocatePayment',
    summary: 'A customer pays a part in cash',
    request: (of) => ({
      body: {
        ...ours,
        account_code: '1000',
        posting_date: '2026-04-15',
        lines: [{ document_id: of('documents', '/data/0/id'), amount: chf(100_000) }],
      },
    }),
  },
  {
    name: 'settlement-by-card',
    operation_id: 'settleSupplierPayable',
    summary: 'A part of a payable is paid by credit card',
    request: (of) => ({
      path: { supplier_payable_id: of('payables', '/data/0/id') },
      body: {
        ...ours,
        settlement_date: '2026-04-15',
        amount: chf(5_000),
        account_code: '2215',
        reviewer_justification: 'Beleg der Kreditkarte.',
      },
    }),
  },
]
