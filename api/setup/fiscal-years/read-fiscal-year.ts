import { jsonInteger } from '../../../shared/canonical/json-integer.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { CustomerQuery } from '../../../shared/contract/setup/settings.ts'
import { type FiscalYearChangeRow, listFiscalYearChanges } from '../../../shared/store/statements/closings.ts'
import { findLedger } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { noneForCustomer } from '../../http/subject.ts'
import { presentClosing } from '../../statements/present-header.ts'
import { presentFiscalYear } from './present-fiscal-year.ts'

/** A fiscal year with every closing and reopening. */
export async function readFiscalYear({ pool }: ApiDeps, { query, params }: ReadRequest<CustomerQuery>) {
  const { end_customer_id } = query
  const ledger = await findLedger(pool, end_customer_id)
  const year = ledger?.fiscal_years.find(({ fiscal_year_id }) => fiscal_year_id === params.fiscal_year_id)
  if (!year) throw new ApiError('not_found', noneForCustomer('fiscal year'))
  const changes = await listFiscalYearChanges(pool, end_customer_id, year.fiscal_year_id)
  return { ...presentFiscalYear(end_customer_id, year), changes: changes.map(presentChange) }
}

function presentChange(change: FiscalYearChangeRow) {
  const { state, created_at, reason, actor_id } = change
  const what = { state, created_at, reason, actor_id }
  if (change.closing_id === null) return { ...what, closing: null, ledger_position: null }
  const { entry_number, entry_hash } = change
  return {
    ...what,
    closing: presentClosing(change),
    ledger_position: { entry_number: jsonInteger(entry_number), entry_hash },
  }
}
