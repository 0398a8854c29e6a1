import type { Json } from '../../../contract/schema.ts'
import type { ItemChange } from '../../journal/vouchers/changes-of-voucher.ts'
import type { OpenedItem } from '../../open-items/new-item.ts'
import type { PostedFact } from '../entry-of-fact.ts'
import type { NewOpenItem } from './open-items-of-fact.ts'

type Opening = ItemChange & { readonly opens: OpenedItem }

/** The items that the lines of a posted voucher open. */
export function openedItemsOf(
  { fact, entry, item_changes = [] }: PostedFact,
  entry_number: bigint,
  newId: () => string,
): NewOpenItem[] {
  return item_changes.filter(isOpening).map(({ opens, line_number, currency, amount_minor, base_minor }) => ({
    kind: opens.kind,
    end_customer_id: fact.end_customer_id,
    open_item_id: newId(),
    source_fact_id: fact.source_fact_id,
    journal_entry_id: entry.journal_entry_id,
    entry_number,
    line_number,
    posting_date: entry.posting_date,
    account_code: entry.lines[line_number - 1]?.account_code ?? '',
    partner_name: opens.partner.name,
    partner_reference: opens.partner.reference,
    document_number: opens.document_number,
    document_date: opens.document_date,
    due_date: opens.due_date,
    payment_reference: opens.payment_reference,
    currency,
    amount_minor,
    base_amount_minor: base_minor,
    is_opening: entry.entry_type === 'opening',
    tax_lines: opens.tax_lines.length > 0 ? (opens.tax_lines as Json) : null,
    created_at: entry.posted_at,
  }))
}

function isOpening(change: ItemChange): change is Opening {
  return change.opens !== null
}
