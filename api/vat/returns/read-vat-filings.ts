import type { VatFilingQuery } from '../../../shared/contract/vat/vat-filings.ts'
import { listVatFilings } from '../../../shared/store/vat/filings.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { cursorOf, presentPage } from '../../http/page.ts'
import { FILING_CURRENCY } from './file-vat-return.ts'
import { presentVatFiling } from './present-vat-filing.ts'

/** What was filed, newest first. */
export async function readVatFilings({ pool }: ApiDeps, { query }: ReadRequest<VatFilingQuery>) {
  const { limit = 100, end_customer_id } = query
  const after = cursorOf('vat_filing', query.starting_after)
  const page = await listVatFilings(pool, end_customer_id, after, limit)
  return presentPage('vat_filing_list', page, (filing) => presentVatFiling(filing, FILING_CURRENCY))
}
