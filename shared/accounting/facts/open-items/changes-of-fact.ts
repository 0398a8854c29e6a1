import type { ItemPurpose } from '../../../contract/facts/voucher-open-items.ts'
import type { ItemState } from '../../documents/voucher-item.ts'
import type { ItemChange } from '../../journal/vouchers/changes-of-voucher.ts'
import type { PostedFact } from '../entry-of-fact.ts'

/** What a line of a posted voucher did to an item that it names; amounts are signed like the item. */
export type SavedItemChange = {
  readonly end_customer_id: string
  readonly open_item_id: string
  readonly moved_item_id: string
  readonly by: ItemState['by']
  /** Of the line from before that was used; null for an item. */
  readonly legacy_line_number: number | null
  readonly entry_number: bigint
  readonly line_number: number
  readonly posting_date: string
  readonly amount_minor: bigint
  readonly base_amount_minor: bigint
  readonly purpose: ItemPurpose
}

/** Credit that a payment gets by a voucher, which books it. */
export type BookedPayment = {
  readonly end_customer_id: string
  readonly payment_id: string
  readonly source_fact_id: string
  readonly journal_entry_id: string
  readonly account_code: string
  readonly partner_name: string
  readonly currency: string
  readonly created_at: string
} & Pick<SavedItemChange, 'entry_number' | 'line_number' | 'posting_date' | 'amount_minor' | 'base_amount_minor'>

/** The changes of named items that a posted fact makes, apart from those that book a payment. */
export function itemChangesOf({ entry, item_changes = [] }: PostedFact, entry_number: bigint): SavedItemChange[] {
  const { end_customer_id, posting_date } = entry
  return item_changes.flatMap(({ item, line_number, amount_minor, base_minor, purpose }) =>
    item === null || purpose === null || isBooking(item)
      ? []
      : [
          {
            end_customer_id,
            open_item_id: item.open_item_id,
            moved_item_id: item.moved_item_id,
            by: item.by,
            legacy_line_number: item.line_number,
            entry_number,
            line_number,
            posting_date,
            amount_minor,
            base_amount_minor: base_minor,
            purpose,
          },
        ],
  )
}

/** The payments that a posted fact books. */
export function bookedPaymentsOf(
  { fact, entry, item_changes = [] }: PostedFact,
  entry_number: bigint,
): BookedPayment[] {
  const { end_customer_id, posting_date, journal_entry_id, posted_at: created_at } = entry
  return item_changes.flatMap((change) => {
    const { item, line_number } = change
    if (item === null || !isBooking(item)) return []
    const { open_item_id: payment_id, currency } = item
    return [
      {
        end_customer_id,
        payment_id,
        source_fact_id: fact.source_fact_id,
        journal_entry_id,
        account_code: entry.lines[line_number - 1]?.account_code ?? '',
        partner_name: item.partner?.name ?? '',
        currency,
        created_at,
        entry_number,
        line_number,
        posting_date,
        amount_minor: change.amount_minor,
        base_amount_minor: change.base_minor,
      },
    ]
  })
}

/** A payment that nothing has booked has no account. */
function isBooking(item: NonNullable<ItemChange['item']>): boolean {
  return item.by === 'payment_id' && item.account_code === null
}
