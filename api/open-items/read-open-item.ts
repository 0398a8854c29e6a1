import type { OpenItemKind } from '../../shared/accounting/facts/open-item-of-fact.ts'
import type { OneQuery } from '../../shared/contract/facts/source-facts.ts'
import { findOpenItem } from '../../shared/store/open-items/open-items.ts'
import type { Read } from '../http/endpoint.ts'
import { readOne } from '../http/subject.ts'
import { presentOpenItem } from './present-open-item.ts'

/** One open item with the amount that is still open. */
export function readOpenItem(kind: OpenItemKind): Read<OneQuery> {
  return readOne(
    kind,
    `${kind}_id`,
    (db, id, visible) => findOpenItem(db, kind, id, visible),
    (item) => presentOpenItem(kind, item),
  )
}
