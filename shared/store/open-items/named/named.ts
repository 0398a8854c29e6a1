import type { ItemState } from '../../../accounting/documents/voucher-item.ts'
import type { ItemNamed } from '../../../accounting/facts/open-items/items-named.ts'
import { type Kind, uuidOf } from '../../../process/ids.ts'
import { sql } from '../../db/database.ts'
import type { Fragment } from '../../db/filters.ts'

/** An item as a voucher names it, with its id decoded. */
export type NamedId = {
  readonly end_customer_id: string
  readonly key: string
  readonly open_item_id: string
  readonly line_number: number | null
}
export const NAMED = { end_customer_id: 'uuid', key: 'text', open_item_id: 'uuid', line_number: 'int2' } as const

/** The state of an item, with the name that a voucher has for it. */
export type FoundItem = {
  readonly end_customer_id: string
  readonly key: string
  readonly state: ItemState
  /** The last day on which something has moved it. */
  readonly moved_on: string | null
  /** The later of its posting date and the date of its document; absent for money and for lines from before. */
  readonly documented_on?: string
  /** A credit note of either side, and no money. */
  readonly is_credit_note?: boolean
}

const KINDS: Readonly<Record<ItemState['by'], Kind>> = {
  document_id: 'document',
  supplier_payable_id: 'supplier_payable',
  payment_id: 'payment',
  legacy_line: 'journal_entry',
}

/** Those that are named in one way. Texts that are no ids of their kind name nothing. */
export function namedBy(wanted: readonly ItemNamed[], by: ItemState['by']): NamedId[] {
  return wanted.flatMap(({ end_customer_id, key, item }) => {
    const open_item_id = item.by === by ? uuidOf(KINDS[by], item.id) : null
    const line_number = item.by === 'legacy_line' ? item.line_number : null
    return open_item_id === null ? [] : [{ end_customer_id, key, open_item_id, line_number }]
  })
}

/** The last day on which something has moved an open item: a column of it. */
export const movedOn = sql.fragment`greatest(posting_date, (
  select max(change.posting_date) from open_item_changes change
  where change.end_customer_id = open_items.end_customer_id and change.open_item_id = open_items.open_item_id
))`

/** The reversal of a fact, an allocation or a settlement is requested and not done. */
export function isBeingReversed(end_customer_id: Fragment, subject_id: Fragment): Fragment {
  return sql.fragment`exists (
    select from intents
    where intents.end_customer_id = ${end_customer_id} and intents.subject_id = ${subject_id}
      and intent_type in ('source_fact_reversal', 'allocation_reversal', 'settlement_reversal')
      and intents.state in ('pending', 'blocked')
  )`
}
