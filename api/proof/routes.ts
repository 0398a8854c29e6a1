import { ledgerProofQuery } from '../../shared/contract/proof/ledger-proof.ts'
import { get, routes } from '../http/route.ts'
import { proofOperations } from './operations.ts'
import { readLedgerProof } from './read-ledger-proof.ts'

export const proofRoutes = routes(proofOperations, {
  getLedgerProof: get('/v1/ledger-proof', ledgerProofQuery, readLedgerProof, { cost: 'short' }),
})
