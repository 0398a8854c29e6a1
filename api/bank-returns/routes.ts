import {
  bankReturnQuery,
  bankReturnRequest,
  bankReturnReversalRequest,
} from '../../shared/contract/bank-returns/bank-returns.ts'
import { oneQuery } from '../../shared/contract/facts/source-facts.ts'
import { findBankReturn } from '../../shared/store/bank-returns/bank-returns.ts'
import { get, post, routes } from '../http/route.ts'
import { readOne } from '../http/subject.ts'
import { acceptReturn } from './accept-return.ts'
import { bankReturnOperations } from './operations.ts'
import { presentBankReturn } from './present-bank-return.ts'
import { readBankReturns } from './read-bank-returns.ts'
import { reverseReturn } from './reverse-return.ts'

const readBankReturn = readOne('bank_return', 'return_id', findBankReturn, presentBankReturn)

// biome-ignore format: one line for each endpoint
export const bankReturnRoutes = routes(bankReturnOperations, {
  acceptBankReturn: post('/v1/bank-returns', 202, bankReturnRequest, acceptReturn, { cost: 'expensive' }),
  listBankReturns: get('/v1/bank-returns', bankReturnQuery, readBankReturns),
  getBankReturn: get('/v1/bank-returns/:return_id', oneQuery, readBankReturn, { answer: 'short' }),
  reverseBankReturn: post('/v1/bank-returns/:return_id/reverse', 202, bankReturnReversalRequest, reverseReturn),
})
