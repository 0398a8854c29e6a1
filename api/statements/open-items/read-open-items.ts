import { AGE_BOUNDS, KINDS_OF_SIDE } from '../../../shared/accounting/statements/ageing.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import type { OpenItemsOfDayQuery } from '../../../shared/contract/statements/open-items-of-a-day.ts'
import { uuidOf } from '../../../shared/process/ids.ts'
import {
  findOpenItemPage,
  type OpenItemPage,
  type SeenItem,
  type ShownItem,
} from '../../../shared/store/statements/open-items-of-a-day.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { ReadRequest } from '../../http/endpoint.ts'
import { readCursor } from './item-cursor.ts'
import { presentAsJson, presentOpenItemsOfDay } from './present-open-items.ts'

/** Of items, and of partners. */
const LIMIT = 100

/** The open items of customers or suppliers at the end of a day, as the entries of that day and before have left them. */
export async function readOpenItemsOfDay(deps: ApiDeps, { query }: ReadRequest<OpenItemsOfDayQuery>) {
  return presentAsJson(await readPage(deps, query), query, query.limit ?? LIMIT)
}

/** The same, with items to make a table of. */
export async function readOpenItemsToPrint(deps: ApiDeps, query: OpenItemsOfDayQuery) {
  return presentOpenItemsOfDay(await readPage(deps, query), query, query.limit ?? LIMIT)
}

async function readPage({ pool }: ApiDeps, query: OpenItemsOfDayQuery): Promise<OpenItemPage> {
  const { end_customer_id, side, date, limit = LIMIT, partner_limit = LIMIT, starting_after } = query
  const after = starting_after === undefined ? null : placeOf(query, starting_after)
  const list = { end_customer_id, kinds: KINDS_OF_SIDE[side], date }
  const wanted = { age_bounds: AGE_BOUNDS, after, items: limit + 1, partners: partner_limit }
  const page = await findOpenItemPage(pool, list, wanted)
  if (!page) throw new ApiError('not_found', 'There is no such end customer yet.')
  if (after !== null) requireOnePlace(page)
  return page
}

/** Behind `next_cursor` of a page, or an item as it is shown. */
function placeOf(query: OpenItemsOfDayQuery, text: string): SeenItem | ShownItem {
  const uuid = uuidOf('document', text) ?? uuidOf('supplier_payable', text) ?? uuidOf('payment', text)
  const place = uuid === null ? readCursor(query, text) : { shown_id: uuid }
  if (place === null) throw unknownPlace()
  return place
}

function requireOnePlace({ cursor_items, has_moved }: OpenItemPage): void {
  if (cursor_items === 0n) throw unknownPlace()
  if (cursor_items > 1n)
    throw refusal(
      'ambiguous_cursor',
      'starting_after is a payment that stands in this list more than once. Take next_cursor from the page before.',
    )
  if (has_moved)
    throw refusal(
      'list_changed',
      'Since the page before, entries have changed the order of this list, so that a page behind it could leave items out or show them twice. Begin again without starting_after.',
    )
}

function unknownPlace(): ApiError {
  return refusal(
    'unknown_cursor',
    'starting_after is no place in this list. Take next_cursor from the page before, of the same end_customer_id, side and date.',
  )
}

function refusal(code: 'ambiguous_cursor' | 'list_changed' | 'unknown_cursor', message: string): ApiError {
  return new ApiError('invalid_request', message, [{ pointer: '/starting_after', code, message }])
}
