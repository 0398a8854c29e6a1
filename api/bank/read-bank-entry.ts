import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import { findBankEntry } from '../../shared/store/bank/bank-entries.ts'
import { visibleCustomers } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { findSubject } from '../http/subject.ts'
import { presentBankEntry } from './present-bank-entry.ts'
import { readDetails, withDetails } from './read-details.ts'

/** One bank entry with its canonical hash. */
export async function readBankEntry(deps: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const visible = visibleCustomers(caller, query.end_customer_id)
  const found = await findSubject('camt053_entry', params.entry_id, (id) => findBankEntry(deps.pool, id, visible))
  const { end_customer_id, entry_id } = found
  const long = found.has_more_details ? [entry_id] : []
  const details = await readDetails(deps, caller, 'camt053_entries', end_customer_id, long)
  return withDetails(presentBankEntry(found), details.get(entry_id))
}
