import type { Camt053EntryQuery } from '../../shared/contract/bank/bank-entry-query.ts'
import { listBankEntries } from '../../shared/store/bank/list-bank-entries.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, filterOf, presentPage } from '../http/page.ts'
import { presentBankEntry } from './present-bank-entry.ts'
import { readDetails, withDetails } from './read-details.ts'

/** Bank entries in the order in which they came; each once, however many bank statements have it. */
export async function readBankEntries(deps: ApiDeps, { caller, query }: ReadRequest<Camt053EntryQuery>) {
  const { end_customer_id, canonical_entry_hash = null, account = null, from_date = null, to_date = null } = query
  const { booking_state = null, possible_repeat = null, limit = 100 } = query
  const after = cursorOf('camt053_entry', query.starting_after)
  const import_uuid = filterOf('camt053_import', query.import_id)
  const filter = {
    end_customer_id,
    canonical_entry_hash,
    account,
    from_date,
    to_date,
    booking_state,
    import_uuid,
    possible_repeat,
    limit,
  }
  const page = await listBankEntries(deps.pool, filter, after)
  const long = page.rows.flatMap(({ has_more_details, entry_id }) => (has_more_details ? [entry_id] : []))
  const details = await readDetails(deps, caller, 'camt053_entries', end_customer_id, long)
  return presentPage('camt053_entry_list', page, (row) => withDetails(presentBankEntry(row), details.get(row.entry_id)))
}
