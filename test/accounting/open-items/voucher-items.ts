import type { ItemState, NewItemKind, VoucherItem } from '../../../shared/accounting/documents/voucher-item.ts'
import type { ItemPurpose } from '../../../shared/contract/facts/voucher-open-items.ts'

/** A receivable of 108.10 of which nothing is used. */
const RECEIVABLE: ItemState = {
  by: 'document_id',
  open_item_id: '019bd0c2-7c00-7000-8000-000000000001',
  moved_item_id: '019bd0c2-7c00-7000-8000-000000000001',
  line_number: null,
  account_code: '1100',
  currency: 'CHF',
  partner: { name: 'Kundin GmbH', reference: 'K-1' },
  sign: 1n,
  amount_minor: 10_810n,
  base_amount_minor: 10_810n,
  open_minor: 10_810n,
  balance_minor: 10_810n,
  book_minor: 10_810n,
  book_base_minor: 10_810n,
  state: 'usable',
  reserved_by: [],
  opened_on: null,
  days: null,
}

export function receivable(amount: number, open = amount, more: Partial<ItemState> = {}): ItemState {
  const open_minor = BigInt(open)
  return {
    ...RECEIVABLE,
    amount_minor: BigInt(amount),
    base_amount_minor: BigInt(amount),
    open_minor,
    balance_minor: open_minor,
    book_minor: open_minor,
    book_base_minor: open_minor,
    ...more,
  }
}

export function payable(amount: number, open = amount, more: Partial<ItemState> = {}): ItemState {
  const partner = { name: 'Papeterie Muster AG', reference: 'S-1' }
  return receivable(amount, open, { by: 'supplier_payable_id', account_code: '2000', sign: -1n, partner, ...more })
}

/** Credit of a payment that an allocation has booked. */
export function credit(open: number, more: Partial<ItemState> = {}): ItemState {
  return receivable(-open, -open, { by: 'payment_id', account_code: '2030', ...more })
}

/** A payment that nothing has booked. */
export function unbooked(amount: number, more: Partial<ItemState> = {}): ItemState {
  return receivable(-amount, 0, { by: 'payment_id', account_code: null, base_amount_minor: null, ...more })
}

export function named(by: 'document_id' | 'supplier_payable_id' | 'payment_id', id: string, purpose: ItemPurpose) {
  return { open_item: { request: { document_id: id, purpose }, purpose, by, id } satisfies VoucherItem }
}

export function legacy(id: string, line_number: number, purpose: ItemPurpose) {
  const legacy_line = { journal_entry_id: id, line_number }
  return { open_item: { request: { legacy_line, purpose }, purpose, by: 'legacy_line' as const, id, line_number } }
}

export function opened(kind: NewItemKind | null, name: string, more: object = {}) {
  const partner = { name, reference: null }
  const item = {
    kind,
    partner,
    document_number: null,
    document_date: '2026-03-15',
    due_date: null,
    payment_reference: null,
    tax_lines: [],
    ...more,
  }
  return { open_item: { request: { new: { partner: { name } } }, purpose: null, by: 'new' as const, item } }
}
