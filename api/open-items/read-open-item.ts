import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import type { OpenItemSide } from '../../shared/contract/open-items/open-items.ts'
import { findOpenItem } from '../../shared/store/open-items/open-items.ts'
import type { Read } from '../http/endpoint.ts'
import { readOne } from '../http/subject.ts'
import { presentOpenItem } from './present-open-item.ts'

/** One open item with the amount that is still open. */
export function readOpenItem(side: OpenItemSide): Read<OneQuery> {
  return readOne(
    side,
    `${side}_id`,
    (db, id, visible) => findOpenItem(db, side, id, visible),
    (item) => presentOpenItem(side, item),
  )
}
