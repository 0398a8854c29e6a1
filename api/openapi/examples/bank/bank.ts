import { chf, type Example, type Of, ours } from '../example.ts'
import { BANK_STATEMENT } from './bank-statement.ts'

const handoff = (of: Of) => ({
  ...ours,
  payment_id: of('payments', '/data/0/id'),
  target_document_id: of('documents', '/data/0/id'),
  open_ar_snapshot: chf(216_200),
  proposed_amount: chf(216_200),
  reviewer_justification: 'QR-Referenz und Betrag stimmen überein.',
})

/** Open items, the bank statement that pays them, and the handoffs of reviewers. */
export const BANK: readonly Example[] = [
  {
    name: 'payables',
    operation_id: 'listSupplierPayables',
    summary: 'Open items of one supplier',
    request: () => ({ query: { ...ours, state: 'open', supplier_reference: 'L-1042' } }),
  },
  {
    name: 'payable',
    operation_id: 'getSupplierPayable',
    summary: 'One payable with its open amount',
    request: (of) => ({ path: { supplier_payable_id: of('payables', '/data/0/id') } }),
  },
  {
    name: 'documents',
    operation_id: 'listDocuments',
    summary: 'An open item of a customer, found by the reference of the QR-bill',
    request: () => ({ query: { ...ours, payment_reference: '210000000003139471430009017' } }),
  },
  {
    name: 'document',
    operation_id: 'getDocument',
    summary: 'One receivable with its open amount',
    request: (of) => ({ path: { document_id: of('documents', '/data/0/id') } }),
  },
  {
    name: 'qr-bill-of-document',
    operation_id: 'getPaymentPart',
    summary: 'The bill of a receivable, with what its QR code contains',
    request: (of) => ({ path: { document_id: of('documents', '/data/0/id') } }),
  },
  {
    name: 'statement',
    operation_id: 'importBankStatement',
    summary: 'January at the bank: a customer pays with the QR reference, a supplier is paid',
    request: () => ({ query: ours, body: BANK_STATEMENT }),
  },
  {
    name: 'statement-that-is-no-xml',
    operation_id: 'importBankStatement',
    summary: 'A file that is not well-formed is refused as a whole',
    status: 422,
    request: () => ({ query: ours, body: '<Document><BkToCstmrStmt></Document>' }),
  },
  {
    name: 'import',
    operation_id: 'getBankStatementImport',
    summary: 'The import, with the figures of its bank statement',
    request: (of) => ({ path: { import_id: of('statement', '/id') } }),
  },
  {
    name: 'bank-entries',
    operation_id: 'listBankEntries',
    summary: 'The bank entries of an import',
    request: (of) => ({ query: { ...ours, import_id: of('statement', '/id') } }),
  },
  {
    name: 'bank-entry',
    operation_id: 'getBankEntry',
    summary: 'One bank entry; its canonical_entry_hash is evidence for a settlement',
    request: (of) => ({ path: { entry_id: of('bank-entries', '/data/1/id') } }),
  },
  {
    name: 'payments',
    operation_id: 'listPayments',
    summary: 'Payments with an open amount',
    request: () => ({ query: { ...ours, open: true } }),
  },
  {
    name: 'payment',
    operation_id: 'getPayment',
    summary: 'One payment',
    request: (of) => ({ path: { payment_id: of('payments', '/data/0/id') } }),
  },
  {
    name: 'candidates',
    operation_id: 'listSettlementCandidates',
    summary: 'The open items that a payment may be for',
    request: (of) => ({ query: { ...ours, payment_id: of('payments', '/data/0/id') } }),
  },
  {
    name: 'candidate',
    operation_id: 'getSettlementCandidate',
    summary: 'Reference, amount and name agree: score 100',
    request: (of) => ({ path: { candidate_id: of('candidates', '/data/0/id') } }),
  },
  {
    name: 'handoff',
    operation_id: 'handOffAllocation',
    summary: 'A reviewer agrees; the answer contains the body for POST /v1/allocations',
    request: (of) => ({ path: { candidate_id: of('candidates', '/data/0/id') }, body: handoff(of) }),
  },
  {
    name: 'handoff-of-an-old-amount',
    operation_id: 'handOffAllocation',
    summary: 'The open amount has changed since the reviewer saw it',
    status: 409,
    request: (of) => ({
      path: { candidate_id: of('candidates', '/data/0/id') },
      body: { ...handoff(of), open_ar_snapshot: chf(300_000) },
    }),
  },
  {
    name: 'allocation',
    operation_id: 'allocatePayment',
    summary: 'The payload of the handoff, as it stands',
    request: (of) => ({
      body: {
        ...ours,
        payment_id: of('payments', '/data/0/id'),
        lines: [{ document_id: of('documents', '/data/0/id'), amount: chf(216_200) }],
      },
    }),
  },
  {
    name: 'allocation-of-too-much',
    operation_id: 'allocatePayment',
    summary: 'The payment has been used already',
    status: 422,
    request: (of) => ({
      body: {
        ...ours,
        payment_id: of('payments', '/data/0/id'),
        lines: [{ document_id: of('documents', '/data/0/id'), amount: chf(100) }],
      },
    }),
  },
  {
    name: 'handoff-that-was-followed',
    operation_id: 'getAllocationHandoff',
    summary: 'The handoff names the allocation that followed',
    request: (of) => ({ path: { handoff_id: of('handoff', '/id') } }),
  },
  {
    name: 'handoffs',
    operation_id: 'listAllocationHandoffs',
    summary: 'Every handoff of a candidate',
    request: (of) => ({ path: { candidate_id: of('candidates', '/data/0/id') } }),
  },
  {
    name: 'allocations',
    operation_id: 'listAllocations',
    summary: 'The allocations of a document',
    request: (of) => ({ query: { ...ours, document_id: of('documents', '/data/0/id') } }),
  },
  {
    name: 'allocation-as-it-is',
    operation_id: 'getAllocation',
    summary: 'One allocation with its entry',
    request: (of) => ({ path: { allocation_id: of('allocation', '/id') } }),
  },
  {
    name: 'settlement',
    operation_id: 'settleSupplierPayable',
    summary: 'A payable is paid in full; the bank entry is the evidence',
    request: (of) => ({
      path: { supplier_payable_id: of('payables', '/data/0/id') },
      body: {
        ...ours,
        settlement_date: '2026-01-29',
        amount: chf(10_810),
        bank_reference: 'E-Banking 29.01.2026',
        evidence_sha256: of('bank-entry', '/canonical_entry_hash'),
        reviewer_justification: 'Rechnungsnummer und Betrag stimmen überein.',
      },
    }),
  },
  {
    name: 'settlements',
    operation_id: 'listSettlements',
    summary: 'Every settlement of a payable',
    request: (of) => ({ path: { supplier_payable_id: of('payables', '/data/0/id') } }),
  },
]
