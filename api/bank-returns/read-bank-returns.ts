import type { BankReturnQuery } from '../../shared/contract/bank-returns/bank-returns.ts'
import { listBankReturns } from '../../shared/store/bank-returns/bank-returns.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, filterOf, presentPage } from '../http/page.ts'
import { presentBankReturn } from './present-bank-return.ts'

/** Money that came back, oldest first. */
export async function readBankReturns({ pool }: ApiDeps, { query }: ReadRequest<BankReturnQuery>) {
  const { end_customer_id, entry_id, limit = 100, starting_after } = query
  const filter = { end_customer_id, entry_uuid: filterOf('camt053_entry', entry_id) }
  const page = await listBankReturns(pool, filter, cursorOf('bank_return', starting_after), limit)
  return presentPage('bank_return_list', page, presentBankReturn)
}
