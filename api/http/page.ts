import { ApiError } from '../../shared/contract/platform/errors.ts'
import { type Kind, uuidOf } from '../../shared/process/ids.ts'
import type { Page } from '../../shared/store/db/pages/list-page.ts'

export function presentPage<Row, Item>(object: string, { rows, has_more }: Page<Row>, present: (row: Row) => Item) {
  return { object, data: rows.map(present), has_more }
}

/**
 * The UUID behind `starting_after`.
 *
 * @throws ApiError invalid_request for a text that is not an id of this kind
 */
export function cursorOf(kind: Kind, starting_after: string | undefined): string | null {
  if (starting_after === undefined) return null
  const uuid = uuidOf(kind, starting_after)
  if (uuid === null) throw unknownCursor()
  return uuid
}

export function unknownCursor(): ApiError {
  const message = 'starting_after is not the id of a resource in this list. Take it from the page before.'
  return new ApiError('invalid_request', message, [{ pointer: '/starting_after', code: 'unknown_cursor', message }])
}

/** The UUID behind the id of a filter; a text that is not such an id finds nothing. */
export function filterOf(kind: Kind, id: string | undefined): string | null {
  return id === undefined ? null : (uuidOf(kind, id) ?? NO_UUID)
}

export const NO_UUID = '00000000-0000-0000-0000-000000000000'
