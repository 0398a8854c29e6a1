import type {
  bankReturn,
  bankReturnList,
  bankReturnQuery,
  bankReturnRequest,
  bankReturnReversalRequest,
} from '../../contract/bank-returns/bank-returns.ts'
import type { oneQuery } from '../../contract/facts/source-facts.ts'
import { posts, reads } from '../operation.ts'

// biome-ignore format: one line for each operation
export const bankReturnCalls = {
  acceptBankReturn: posts<typeof bankReturnRequest, typeof bankReturn>('/v1/bank-returns'),
  listBankReturns: reads<typeof bankReturnQuery, typeof bankReturnList>('/v1/bank-returns'),
  getBankReturn: reads<typeof oneQuery, typeof bankReturn, 'return_id'>('/v1/bank-returns/:return_id'),
  reverseBankReturn: posts<typeof bankReturnReversalRequest, typeof bankReturn, 'return_id'>('/v1/bank-returns/:return_id/reverse'),
} as const
