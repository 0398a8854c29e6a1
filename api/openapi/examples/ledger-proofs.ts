import { type Example, ours } from './example.ts'

/** What was posted so far is stamped. */
export const LEDGER_PROOFS: readonly Example[] = [
  {
    name: 'ledger-proof',
    operation_id: 'getLedgerProof',
    summary: 'The third entry, and its way to a stamp',
    request: () => ({ query: { ...ours, entry_number: 3 } }),
  },
  {
    name: 'ledger-proof-of-no-entry',
    operation_id: 'getLedgerProof',
    summary: 'An entry that is not there',
    status: 404,
    request: () => ({ query: { ...ours, entry_number: 1_000_000 } }),
  },
]
