import { bankReturn, bankReturnList } from '../../shared/contract/bank-returns/bank-returns.ts'
import type { Operations } from '../http/endpoint.ts'

// biome-ignore format: one line for each operation
export const bankReturnOperations = {
  acceptBankReturn: { response: bankReturn, summary: 'Book money that the bank has given back or taken back' },
  listBankReturns: { response: bankReturnList, summary: 'Money that came back, oldest first' },
  getBankReturn: { response: bankReturn, summary: 'What one return has undone' },
  reverseBankReturn: { response: bankReturn, summary: 'Take back that money came back' },
} as const satisfies Operations
