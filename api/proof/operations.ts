import { ledgerProof } from '../../shared/contract/proof/ledger-proof.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const proofOperations = {
  getLedgerProof: { response: ledgerProof, summary: 'Proof that a timestamp authority has covered a posted entry' },
} as const satisfies Operations
