import type { PostedFact } from '../../shared/accounting/facts/entry-of-fact.ts'
import { itemChanged, type NewEvent } from '../../shared/store/platform/events.ts'

/** One for each item that vouchers have changed, apart from those that they opened. */
export function openItemEvents(posted: readonly PostedFact[]): NewEvent[] {
  const changed = posted.flatMap(({ fact, item_changes = [] }) =>
    item_changes.flatMap(({ item }) =>
      item && item.by !== 'legacy_line'
        ? [[item.open_item_id, itemChanged(fact.end_customer_id, item.by, item.open_item_id)] as const]
        : [],
    ),
  )
  return [...new Map(changed).values()]
}
