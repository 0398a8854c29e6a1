import type { ledgerProof, ledgerProofQuery } from '../../contract/proof/ledger-proof.ts'
import { reads } from '../operation.ts'

export const proofCalls = {
  getLedgerProof: reads<typeof ledgerProofQuery, typeof ledgerProof>('/v1/ledger-proof'),
} as const
