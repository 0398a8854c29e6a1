import { fiscalYearOf } from '../../../shared/accounting/setup/fiscal-years.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { OpenItemsOfDayQuery } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import { findLedger } from '../../../shared/store/statements/ledger-snapshot.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { Formats, ReadRequest } from '../../http/endpoint.ts'
import { printable } from '../../print/formats.ts'
import { streamOpenItemCsv } from './open-item-csv.ts'
import { tableOfOpenItems } from './open-item-table.ts'
import { readOpenItemsToPrint } from './read-open-items.ts'

/** Longer lists than anybody prints are read as CSV, or page by page. */
const WHOLE = 5_000

/** A page to print has the whole list, unless a page of it is asked for. CSV has always the whole list, as a stream. */
export const OPEN_ITEM_FORMATS: Formats<OpenItemsOfDayQuery> = {
  ...printable(readToPrint, tableOfOpenItems),
  csv: { media_type: 'text/csv', read: streamOpenItemCsv },
}

async function readToPrint(deps: ApiDeps, { query }: ReadRequest<OpenItemsOfDayQuery>) {
  const { limit, partner_limit, starting_after } = query
  const isPage = (limit ?? partner_limit ?? starting_after) !== undefined
  const ledger = await findLedger(deps.pool, query.end_customer_id)
  const fiscal_year_id = fiscalYearOf(ledger?.fiscal_years ?? [], query.date)?.fiscal_year_id ?? null
  const whole = { ...query, limit: WHOLE, partner_limit: WHOLE }
  const list = await readOpenItemsToPrint(deps, isPage ? query : whole)
  if (isPage || !list.has_more) return { ...list, fiscal_year_id, is_whole: !isPage }
  const message = `This list has more than ${WHOLE} items. Ask for text/csv, or for pages with limit and starting_after.`
  throw new ApiError('invalid_request', message, [{ pointer: '/limit', code: 'required', message }])
}
