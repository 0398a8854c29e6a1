import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import { publicId } from '../../shared/process/ids.ts'
import { findStampOfEntry } from '../../shared/store/proof/time-stamps.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'
import type { PresentedEntry } from './pieces-of-page.ts'
import { readJournalEntry } from './read-journal-entry.ts'

/**
 * What the page of an entry shows: the tax that it makes due record by record, each with the entry that has booked it, the payable
 * that it settles, and the way to its proof of time once a stamp covers it.
 */
export async function readEntryPage(deps: ApiDeps, request: ReadRequest<OneQuery>) {
  const entry = (await readJournalEntry(deps, request)) as PresentedEntry
  const { end_customer_id, lines } = entry
  const entry_number = JSON.stringify(entry.entry_number) // a number beyond 2^53 is no number of JavaScript
  const stamp = await findStampOfEntry(deps.pool, end_customer_id, BigInt(entry_number))
  const asked = new URLSearchParams({ end_customer_id, entry_number })
  return {
    ...entry,
    supplier_payable_id: payableOf(entry),
    ledger_proof: stamp && `/v1/ledger-proof?${asked}`,
    lines: lines.map(({ tax_due: _, ...line }) => line),
    tax_due: lines.flatMap(({ line_number, tax_due = [] }) => tax_due.map((record) => ({ line_number, ...record }))),
  }
}

/** The source of a settlement keeps the id as the database has it. */
function payableOf({ source, source_snapshot }: PresentedEntry): string | null {
  if (source.type !== 'supplier_payable_settlement') return null
  const { request } = source_snapshot as { readonly request?: { readonly supplier_payable_id?: string } }
  return request?.supplier_payable_id ? publicId('supplier_payable', request.supplier_payable_id) : null
}
