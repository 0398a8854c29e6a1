import { chf, type Example, type Of, ours } from '../example.ts'

const path = (of: Of) => ({ entry_id: of('bank-entries', '/data/0/id') })

/** Bank entries that are tied to what is posted, or that nobody is to book. The payment is free again. */
export const BANK_ENTRIES: readonly Example[] = [
  {
    name: 'link',
    operation_id: 'linkBankEntry',
    summary: 'The money was booked before the bank statement came: a part of the capital that was paid in',
    request: (of) => ({
      path: path(of),
      body: {
        ...ours,
        journal_entry_id: of('voucher', '/journal_entry_id/id'),
        line_number: 1,
        amount: chf(216_200),
        reason: 'Einzahlung gehört zur Liberierung.',
      },
    }),
  },
  {
    name: 'uses',
    operation_id: 'listBankEntryUses',
    summary: 'What uses the bank entry, page by page',
    request: (of) => ({ path: path(of), query: { limit: 100 } }),
  },
  {
    name: 'allocation-of-a-linked-payment',
    operation_id: 'allocatePayment',
    summary: 'A bank entry is booked once; the message names what has booked it',
    status: 422,
    request: (of) => ({
      body: {
        ...ours,
        payment_id: of('payments', '/data/0/id'),
        lines: [{ document_id: of('documents', '/data/0/id'), amount: chf(216_200) }],
      },
    }),
  },
  {
    name: 'link-taken-back',
    operation_id: 'reverseBankEntryLink',
    summary: 'Bank entry and line are free again, and nothing is booked',
    request: (of) => ({
      path: { ...path(of), link_id: of('link', '/uses/0/id') },
      body: { ...ours, reason: 'Zahlung ist vom Kunden.' },
    }),
  },
  {
    name: 'dismissal',
    operation_id: 'dismissBankEntry',
    summary: 'Nobody is to book it; the bank reconciliation goes on showing it with the reason',
    request: (of) => ({ path: path(of), body: { ...ours, reason: 'Gehört zum Privatkonto, wird umgebucht.' } }),
  },
  {
    name: 'dismissal-taken-back',
    operation_id: 'undismissBankEntry',
    summary: 'It is to be booked after all',
    request: (of) => ({ path: path(of), body: { ...ours, reason: 'Gehört doch der Firma.' } }),
  },
  {
    name: 'bank-reconciliation',
    operation_id: 'getBankReconciliation',
    summary: 'What lies between the bank statement and the ledger: here everything, because both are free again',
    request: () => ({ query: { ...ours, bank_account: '1020', date: '2026-01-31' } }),
  },
]
