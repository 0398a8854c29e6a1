import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import { findHeadOfBankEntry } from '../../shared/store/bank/bank-entries.ts'
import { visibleCustomers } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { findSubject } from '../http/subject.ts'
import { presentBankEntry } from './present-bank-entry.ts'
import { readDetails } from './read-details.ts'

/** One bank entry with its canonical hash. */
export async function readBankEntry(deps: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const visible = visibleCustomers(caller, query.end_customer_id)
  const found = await findSubject('camt053_entry', params.entry_id, (id) => findHeadOfBankEntry(deps.pool, id, visible))
  const { end_customer_id, entry_id } = found
  const transaction_details = await readDetails(deps, caller, 'camt053_entries', end_customer_id, entry_id)
  return { ...presentBankEntry(found), transaction_details }
}
