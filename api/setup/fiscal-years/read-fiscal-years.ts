import type { CustomerQuery } from '../../../shared/contract/setup/settings.ts'
import { findLedger } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { presentFiscalYear } from './present-fiscal-year.ts'

/** Fiscal years, oldest first. */
export async function readFiscalYears({ pool }: ApiDeps, { query }: ReadRequest<CustomerQuery>) {
  const { end_customer_id } = query
  const years = (await findLedger(pool, end_customer_id))?.fiscal_years ?? []
  const data = years.map((year) => presentFiscalYear(end_customer_id, year))
  return { object: 'fiscal_year_list', data, has_more: false }
}
