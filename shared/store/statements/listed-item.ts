import type { OpenItemKind } from '../../contract/open-items/open-items.ts'

/** An item as it was opened, with what was open of it; amounts are text. */
export type ListedItem = ListedTexts & {
  readonly open_item_id: string
  readonly kind: OpenItemKind
  readonly payment_id: string | null
  readonly document_date: string
  readonly due_date: string | null
  readonly is_opening: boolean
  readonly currency: string
  readonly amount_minor: string
  readonly base_amount_minor: string
  readonly open_minor: string
  readonly base_open_minor: string
}

/** What its senders have written, and may have blanks. */
export type ListedTexts = {
  readonly partner_name: string
  readonly partner_reference: string | null
  readonly account_code: string
  readonly document_number: string | null
  readonly payment_reference: string | null
}

/**
 * All else of an item, and what else a list has of it, comes as one text with blanks between, and `-` for null: each value
 * of an answer costs PostgreSQL and its driver more than cutting it off here.
 *
 * @param values that text, cut at its blanks
 */
// biome-ignore format: the values in their order
export function listedItemOf(texts: ListedTexts, values: readonly string[]): ListedItem {
  const [
    open_item_id = '', kind, payment_id = '', document_date = '', due_date = '', is_opening, currency = '',
    amount_minor = '', base_amount_minor = '', open_minor = '', base_open_minor = '',
  ] = values
  return {
    ...texts, open_item_id, kind: kind as OpenItemKind, payment_id: unlessDash(payment_id), document_date,
    due_date: unlessDash(due_date), is_opening: is_opening === 't', currency, amount_minor, base_amount_minor, open_minor,
    base_open_minor,
  }
}

/** How many values are of an item; what else a list has of it stands behind them. */
export const VALUES_OF_ITEM = 11

export function unlessDash(value: string): string | null {
  return value === '-' ? null : value
}
