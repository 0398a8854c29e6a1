import type { BankEntryUseQuery } from '../../shared/contract/bank/bank-entry-uses.ts'
import { findBankEntry } from '../../shared/store/bank/bank-entries.ts'
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
  const bankEntry = await findSubject('camt053_entry', params.entry_id, (id) => findBankEntry(pool, id, visible))
  const page = await listUsesOfBankEntry(pool, bankEntry.end_customer_id, bankEntry.entry_id, after, limit)
  const currency = String(bankEntry.entry.currency)
  return presentPage('bank_entry_use_list', page, (use) => presentUse(use, currency))
}
