import { AGE_BOUNDS, KINDS_OF_SIDE } from '../../../shared/accounting/statements/ageing.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { OpenItemsOfDayQuery } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import { uuidOf } from '../../../shared/process/ids.ts'
import { findOpenItemPage } from '../../../shared/store/statements/open-items-of-a-day.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { unknownCursor } from '../../http/page.ts'
import { presentOpenItemsOfDay } from './present-open-items.ts'

/** The open items of customers or suppliers at the end of a day, as the entries of that day and before have left them. */
export async function readOpenItemsOfDay({ pool }: ApiDeps, { query }: ReadRequest<OpenItemsOfDayQuery>) {
  const { end_customer_id, side, date, limit = 100, partner_limit = 100, starting_after } = query
  const after = starting_after === undefined ? null : cursorOfItem(starting_after)
  const list = { end_customer_id, kinds: KINDS_OF_SIDE[side], date }
  const wanted = { age_bounds: AGE_BOUNDS, after, items: limit + 1, partners: partner_limit }
  const page = await findOpenItemPage(pool, list, wanted)
  if (!page) throw new ApiError('not_found', 'There is no such end customer yet.')
  if (after !== null && !page.has_cursor) throw unknownCursor()
  return presentOpenItemsOfDay(page, query, limit)
}

function cursorOfItem(id: string): string {
  const uuid = uuidOf('document', id) ?? uuidOf('supplier_payable', id) ?? uuidOf('payment', id)
  if (uuid === null) throw unknownCursor()
  return uuid
}
