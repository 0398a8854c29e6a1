import { chf, type Example, ours } from './example.ts'

/** Money that no bank statement brings, and deductions. Allocation and settlement of before are reversed, so both items are open. */
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
  {
    name: 'allocation-less-a-discount',
    operation_id: 'allocatePayment',
    summary: 'The rest is paid less a discount, which takes its part of the tax',
    request: (of) => ({
      body: {
        ...ours,
        account_code: '1000',
        posting_date: '2026-04-20',
        lines: [
          {
            document_id: of('documents', '/data/0/id'),
            amount: chf(110_876),
            deductions: [{ type: 'discount', amount: chf(4_324) }],
          },
        ],
      },
    }),
  },
  {
    name: 'allocation-without-money',
    operation_id: 'allocatePayment',
    summary: 'What is left of the document is lost',
    request: (of) => ({
      body: {
        ...ours,
        posting_date: '2026-04-30',
        reason: 'Verlustschein vom 28.04.2026.',
        lines: [
          {
            document_id: of('documents', '/data/0/id'),
            amount: chf(0),
            deductions: [{ type: 'write_off', amount: chf(1_000) }],
          },
        ],
      },
    }),
  },
  {
    name: 'settlement-with-charges',
    operation_id: 'settleSupplierPayable',
    summary: 'The rest of the payable, what the card takes for it, and 2.00 too much as an advance',
    request: (of) => ({
      path: { supplier_payable_id: of('payables', '/data/0/id') },
      body: {
        ...ours,
        settlement_date: '2026-04-20',
        amount: chf(6_010),
        account_code: '2215',
        overpayment: 'advance',
        deductions: [{ type: 'bank_charges', amount: chf(150) }],
        reviewer_justification: 'Beleg der Kreditkarte.',
      },
    }),
  },
  {
    name: 'settlement-of-more-than-is-open',
    operation_id: 'settleSupplierPayable',
    summary: 'Deductions close the item too, and nothing is left of it',
    status: 422,
    request: (of) => ({
      path: { supplier_payable_id: of('payables', '/data/0/id') },
      body: {
        ...ours,
        settlement_date: '2026-04-20',
        amount: chf(0),
        deductions: [{ type: 'write_off', amount: chf(100) }],
        reviewer_justification: 'Kulanz.',
      },
    }),
  },
]
