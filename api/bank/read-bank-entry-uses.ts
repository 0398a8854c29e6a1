import type { BankEntryUseQuery } from '../../shared/contract/bank/bank-entry-uses.ts'
import { findBankEntryHead } from '../../shared/store/bank/bank-entries.ts'
import { listUsesOfBankEntry } from '../../shared/store/bank/uses/pages-of-uses.ts'
import { visibleCustomers } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, presentPage } from '../http/page.ts'
import { findSubject } from '../http/subject.ts'
import { presentUse } from './present-booking.ts'

/** All uses of a bank entry, oldest first; the bank entry itself shows the first of them. */
export async function readBankEntryUses({ pool }: ApiDeps, { caller, params, query }: ReadRequest<BankEntryUseQuery>) {
  const { limit = 100 } = query
  const after = cursorOf('bank_entry_use', query.starting_after)
  const visible = visibleCustomers(caller, query.end_customer_id)
  const find = (id: string) => findBankEntryHead(pool, id, visible)
  const { end_customer_id, entry_id, currency } = await findSubject('camt053_entry', params.entry_id, find)
  const page = await listUsesOfBankEntry(pool, end_customer_id, entry_id, after, limit)
  return presentPage('bank_entry_use_list', page, (use) => presentUse(use, currency))
}
