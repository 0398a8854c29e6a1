import { jsonInteger } from '../../../../shared/canonical/json-integer.ts'
import { ApiError } from '../../../../shared/contract/platform/errors.ts'
import type { ReconciledEntryQuery } from '../../../../shared/contract/vat/reconciled-entries.ts'
import { publicId } from '../../../../shared/process/ids.ts'
import type { Db } from '../../../../shared/store/db/database.ts'
import type { Page } from '../../../../shared/store/db/pages/list-page.ts'
import { useSnapshotIsolation } from '../../../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../../../http/api-deps.ts'
import type { ReadRequest } from '../../../http/endpoint.ts'
import { presentPage } from '../../../http/page.ts'
import { presentMoney } from '../../../http/present-money.ts'
import { type ReconciledYear, readYear } from '../read-year.ts'
import { findMovedEntries } from './find-moved-entries.ts'
import { findRecordsOfTotal } from './find-records-of-total.ts'
import type { ReconciledItem } from './reconciled-item.ts'
import { isOfRecords, requireFilters } from './require-filters.ts'

/** The entries behind an amount of the reconciliation, by date. */
export async function readReconciledEntries(deps: ApiDeps, request: ReadRequest<ReconciledEntryQuery>) {
  const { year, page } = await readEntriesAt(deps, request, null)
  return presentPage('vat_reconciliation_entry_list', page, (item) => presentReconciledEntry(item, year))
}

/**
 * The same as of an entry.
 *
 * @param through null: the last one
 */
export async function readEntriesAt(
  { pool }: ApiDeps,
  { query, inTurn }: ReadRequest<ReconciledEntryQuery>,
  through: bigint | null,
): Promise<{ readonly year: ReconciledYear; readonly page: Page<ReconciledItem> }> {
  requireFilters(query)
  const { limit = 100 } = query
  const read = () =>
    pool.transaction(async (tx) => {
      await useSnapshotIsolation(tx)
      const year = await readYear(tx, query)
      if (year instanceof ApiError) return year
      const { as_of } = year.scope
      const scope = { ...year.scope, as_of: through === null || through > as_of ? as_of : through }
      const page = await findItems(tx, query, { ...year, scope }, limit)
      return page instanceof ApiError ? page : { year: { ...year, scope }, page }
    })
  const result = await inTurn(read)
  // Thrown out here: inside, an exception would cost the transaction its connection.
  if (result instanceof ApiError) throw result
  return result
}

function findItems(
  tx: Db,
  query: ReconciledEntryQuery,
  year: ReconciledYear,
  limit: number,
): Promise<Page<ReconciledItem> | ApiError> {
  return isOfRecords(query) ? findRecordsOfTotal(tx, query, year, limit) : findMovedEntries(tx, query, year, limit)
}

export function presentReconciledEntry(item: ReconciledItem, { ledger }: ReconciledYear) {
  const journal_entry_id = publicId('journal_entry', item.journal_entry_id)
  return {
    id: `${journal_entry_id}.${item.line_number}.${item.place}`,
    category: item.category,
    journal_entry_id,
    entry_number: jsonInteger(item.entry_number),
    line_number: item.line_number,
    posting_date: item.posting_date,
    description: item.description,
    account_code: item.account_code || null,
    counter_account_code: item.counter_code || null,
    tax_code: item.tax_code || null,
    figure: item.form_figure || null,
    amount: presentMoney(item.amount_minor, ledger.base_currency),
  }
}
