import type { ItemPurpose, VoucherOpenItemRequest } from '../../contract/facts/voucher-open-items.ts'
import type { SupplyOfLine } from './supply.ts'
import type { SaleAfter, TaxOfItem, TaxToCredit } from './tax-record.ts'

/** A customer or a supplier as an open item knows it. */
export type ItemPartner = { readonly name: string; readonly reference: string | null }

export type ItemName = 'document_id' | 'supplier_payable_id' | 'payment_id'
type NewItemRequest = NonNullable<VoucherOpenItemRequest['new']>
export type NewItemKind = NonNullable<NewItemRequest['kind']>

/** The item that a line opens. A value that the source did not send is null. */
export type NewVoucherItem = {
  readonly kind: NewItemKind | null
  readonly partner: ItemPartner
  readonly document_number: string | null
  readonly document_date: string
  readonly due_date: string | null
  readonly payment_reference: string | null
  /** Tax that another system has booked, as it was sent: it posts nothing. */
  readonly tax_lines: NonNullable<NewItemRequest['tax_lines']>
}

/** The open item of a line: one that is named as the request names it, or a new one. */
export type VoucherItem = {
  /** As it was sent; the entry keeps it. */
  readonly request: VoucherOpenItemRequest
  readonly purpose: ItemPurpose | null
} & (
  | { readonly by: ItemName; readonly id: string }
  | { readonly by: 'legacy_line'; readonly id: string; readonly line_number: number }
  | { readonly by: 'new'; readonly item: NewVoucherItem }
)
export type NamedVoucherItem = Exclude<VoucherItem, { readonly by: 'new' }>

/** The item of a line within a sentence: a line from before open items is told by its entry. */
export function itemInWords(item: NamedVoucherItem): string {
  return item.by === 'legacy_line' ? `line ${item.line_number} of entry ${item.id}` : `open item ${item.id}`
}

/** An item that a voucher names, as it is before the voucher. Amounts are signed like the item. */
export type ItemState = {
  readonly by: NamedVoucherItem['by']
  /** UUID of the item or payment; of the journal entry for a line from before. */
  readonly open_item_id: string
  /** UUID of the item that changes: of a payment, the item that its credit is. */
  readonly moved_item_id: string
  readonly line_number: number | null
  /** Null for a payment that nothing has booked: any account of customer credit takes its credit. */
  readonly account_code: string | null
  readonly currency: string
  readonly partner: ItemPartner | null
  /** 1 where a debit is positive, -1 where a credit is. */
  readonly sign: 1n | -1n
  /** As opened: more than this is never open. */
  readonly amount_minor: bigint
  /** Null where nothing is booked yet. */
  readonly base_amount_minor: bigint | null
  /** The part that nothing has used or reserved. */
  readonly open_minor: bigint
  /** The amount that is booked, with reserved parts, and the amount and value of which a part takes its share. */
  readonly balance_minor: bigint
  readonly book_minor: bigint
  readonly book_base_minor: bigint
  readonly state: 'usable' | 'reversed' | 'being_reversed' | 'reserved'
  /** The allocations and settlements that have reserved a part and are not booked, by ids as clients see them. */
  readonly reserved_by: readonly string[]
  /** Null where nothing has opened it yet, and for a line from before. */
  readonly opened_on: string | null
  /** What moved it on which days, signed like the item; null where no voucher at hand is dated before that or revalues it. */
  readonly days: readonly ItemMove[] | null
  /** Of a payable: the payment of it that a bank is ordered to make; absent without any. */
  readonly ordered?: {
    readonly payment_order_id: string
    readonly ordered_on: string
    readonly end_to_end_id: string
    readonly bank_account: string
    readonly amount_minor: number
    readonly discount_minor: number
  }
  /** Of a receivable that a voucher changes before the day of its sale; absent otherwise. */
  readonly sale_after?: SaleAfter
  /** Where a voucher at hand may set credit notes off, and a document has opened it; absent otherwise. */
  readonly credit?: TaxToCredit
  /** Money whose tax is declared already. */
  readonly is_taxed_advance?: true
  /** Of such an advance: other money of its partner on its account that is taxed, or takes one off; absent without any. */
  readonly beside?: readonly MoneyBeside[]
  /** Tax of its document that is due with payments; absent without any. */
  readonly tax?: TaxOfItem
  /** What of its document can be reduced yet; absent where no voucher at hand has tax, or nothing is known of the document. */
  readonly reducible?: readonly ReducibleTax[]
  /** Of the same, with what of it has no tax that shrinks; in the base currency. */
  readonly left_to_reduce_minor?: bigint
  /** Of an advance at a net tax rate, where a voucher at hand has tax: how its money was taxed. */
  readonly advance?: TaxedSupply
}
/** Signed like the advance beside it; `id` as clients see it. */
export type MoneyBeside = { readonly open_item_id: string; readonly id: string; readonly open_minor: bigint }
/** A tax of a document, by the code of its reductions: what of it is not reduced, signed like the item. */
export type ReducibleTax = {
  readonly tax_code: string
  readonly gross_minor: bigint
  readonly tax_minor: bigint
  /** How it was taxed, each way once. */
  readonly supplies: readonly TaxedSupply[]
  /** Where they are of several activities or net tax rates: what is left of each. */
  readonly by_activity?: readonly LeftOfActivity[]
}
export type LeftOfActivity = Pick<TaxedSupply, 'activity_id' | 'net_rate_bp'> & { readonly gross_minor: bigint }
/** What reductions follow: a supply, and where it was taxed at a net tax rate, of which activity and at which rate. */
export type TaxedSupply = SupplyOfLine & {
  readonly is_gross: boolean
  readonly activity_id: string | null
  readonly net_rate_bp: number | null
}
export type ItemMove = { readonly posting_date: string; readonly amount_minor: bigint; readonly base_minor: bigint }
export type ItemStates = ReadonlyMap<string, ItemState>

/** The name by which an item is found among those that were loaded. */
export function keyOfItem(item: NamedVoucherItem): string {
  return item.by === 'legacy_line' ? `${item.by} ${item.id} ${item.line_number}` : `${item.by} ${item.id}`
}

type Defaults = { readonly document_number: string | null; readonly document_date: string }

/** The open item of a line in the words of the rules. The schema makes sure that it is named in one way. */
export function voucherItemOf(request: VoucherOpenItemRequest, defaults: Defaults): VoucherItem {
  const { document_id, supplier_payable_id, payment_id, legacy_line, new: item, purpose = null } = request
  if (document_id !== undefined) return { request, purpose, by: 'document_id', id: document_id }
  if (supplier_payable_id !== undefined) return { request, purpose, by: 'supplier_payable_id', id: supplier_payable_id }
  if (payment_id !== undefined) return { request, purpose, by: 'payment_id', id: payment_id }
  if (item !== undefined) return { request, purpose, by: 'new', item: newItemOf(item, defaults) }
  const { journal_entry_id = '', line_number = 0 } = legacy_line ?? {}
  return { request, purpose, by: 'legacy_line', id: journal_entry_id, line_number }
}

function newItemOf(item: NewItemRequest, defaults: Defaults): NewVoucherItem {
  return {
    kind: item.kind ?? null,
    partner: { name: item.partner.name, reference: item.partner.reference ?? null },
    document_number: item.document_number ?? defaults.document_number,
    document_date: item.document_date ?? defaults.document_date,
    due_date: item.due_date ?? null,
    payment_reference: item.payment_reference ?? null,
    tax_lines: item.tax_lines ?? [],
  }
}
