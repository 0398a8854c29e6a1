import type { Camt053EntryQuery } from '../../shared/contract/bank/bank-evidence.ts'
import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import { ApiError } from '../../shared/contract/platform/errors.ts'
import { uuidOf } from '../../shared/process/ids.ts'
import { findBankEntry, listBankEntries } from '../../shared/store/bank/bank-entries.ts'
import { findImport } from '../../shared/store/bank/camt053-imports.ts'
import { visibleTo } from '../http/admission/caller.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import { cursorOf, presentPage } from '../http/page.ts'
import { presentBankEntry, presentImport } from './present-bank-evidence.ts'

export async function readImport({ pool }: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const id = uuidOf('camt053_import', params.import_id ?? '')
  const own = id && (await findImport(pool, id, visibleTo(caller, query.end_customer_id)))
  if (!own) throw new ApiError('not_found', 'There is no such import.')
  return presentImport(own)
}

/** Bookings of the bank, in the order in which they came; each once, however many statements say it. */
export async function readBankEntries({ pool }: ApiDeps, { query }: ReadRequest<Camt053EntryQuery>) {
  const limit = query.limit ?? 100
  const after = cursorOf('camt053_entry', query.starting_after)
  const import_uuid = query.import_id === undefined ? null : uuidOf('camt053_import', query.import_id)
  const isUnknown = query.import_id !== undefined && import_uuid === null
  const { end_customer_id, canonical_entry_hash = null, account = null, from_date = null, to_date = null } = query
  const filter = { end_customer_id, canonical_entry_hash, account, from_date, to_date, import_uuid, limit }
  const rows = isUnknown ? [] : await listBankEntries(pool, filter, after)
  return presentPage('camt053_entry_list', rows, limit, presentBankEntry)
}

export async function readBankEntry({ pool }: ApiDeps, { caller, query, params }: ReadRequest<OneQuery>) {
  const id = uuidOf('camt053_entry', params.entry_id ?? '')
  const entry = id && (await findBankEntry(pool, id, visibleTo(caller, query.end_customer_id)))
  if (!entry) throw new ApiError('not_found', 'There is no such statement entry.')
  return presentBankEntry(entry)
}
