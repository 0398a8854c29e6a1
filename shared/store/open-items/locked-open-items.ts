import type { OpenItemKind, OpenItemSide, OpenItemState } from '../../contract/open-items/open-items.ts'
import { row, sql, type Tx } from '../db/database.ts'
import { isBeingReversed } from './named/named.ts'
import { isOnSide } from './open-item-sides.ts'
import { type OrderedNow, orderedNow } from './ordered-now.ts'

/** An item that an allocation names: a receivable or credit of a customer, or a payable or advance. */
export type LockedItem = {
  /** Of a payable too. */
  document_id: string
  kind: OpenItemKind
  account_code: string
  partner_name: string
  partner_reference: string | null
  currency: string
  open_amount_minor: bigint
  base_open_amount_minor: bigint
  /** The posting date of what has opened it. */
  opened_on: string
  is_being_reversed: boolean
  /** Of a payable: the payment of it that a bank is ordered to make. */
  ordered: OrderedNow | null
}

/** Locks items of one side in the order of their ids. sql.md: lock, then read */
export async function lockItemsOfSide(
  tx: Tx,
  end_customer_id: string,
  ids: readonly string[],
  side: OpenItemSide = 'document',
) {
  await tx.query(sql.type(row())`
    select from open_items
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(ids, 'uuid')}) and ${isOnSide(side)}
    order by open_item_id
    for update
  `)
  return tx.any(sql.type(row<LockedItem>())`
    select open_item_id as document_id, kind, account_code, partner_name, partner_reference, currency, open_amount_minor,
      base_open_amount_minor, posting_date as opened_on,
      ${isBeingReversed(sql.fragment`item.end_customer_id`, sql.fragment`item.source_fact_id`)} as is_being_reversed,
      ${side === 'supplier_payable' ? orderedNow : sql.fragment`null::jsonb`} as ordered
    from open_items item
    where end_customer_id = ${end_customer_id} and open_item_id = any(${sql.array(ids, 'uuid')}) and ${isOnSide(side)}
  `)
}

export type HeldReceivable = Pick<
  LockedItem,
  'document_id' | 'partner_name' | 'partner_reference' | 'currency' | 'open_amount_minor' | 'is_being_reversed'
>

/**
 * Keeps a receivable from changing until the handoff is written, so that the handoff shows it as it is: whoever requests
 * its reversal locks it before. sql.md: lock, then read
 */
export async function holdReceivable(tx: Tx, end_customer_id: string, document_id: string) {
  await tx.query(sql.type(row())`
    select from open_items where end_customer_id = ${end_customer_id} and open_item_id = ${document_id} for share
  `)
  return tx.maybeOne(sql.type(row<HeldReceivable>())`
    select open_item_id as document_id, partner_name, partner_reference, currency, open_amount_minor,
      ${isBeingReversed(sql.fragment`open_items.end_customer_id`, sql.fragment`open_items.source_fact_id`)} as is_being_reversed
    from open_items
    where end_customer_id = ${end_customer_id} and open_item_id = ${document_id} and ${isOnSide('document')}
  `)
}

export type LockedPayable = {
  supplier_payable_id: string
  kind: OpenItemKind
  account_code: string
  partner_name: string
  currency: string
  base_currency: string
  open_amount_minor: bigint
  base_open_amount_minor: bigint
  state: OpenItemState
  is_being_reversed: boolean
  ordered: OrderedNow | null
}

/** sql.md: lock, then read */
export async function lockPayable(tx: Tx, end_customer_id: string, supplier_payable_id: string) {
  await tx.query(sql.type(row())`
    select from open_items
    where end_customer_id = ${end_customer_id} and open_item_id = ${supplier_payable_id} and ${isOnSide('supplier_payable')}
    for update
  `)
  return tx.maybeOne(sql.type(row<LockedPayable>())`
    select open_item_id as supplier_payable_id, kind, account_code, partner_name, currency, base_currency, open_amount_minor,
      base_open_amount_minor, state, ${isBeingReversed(sql.fragment`item.end_customer_id`, sql.fragment`item.source_fact_id`)} as is_being_reversed,
      ${orderedNow} as ordered
    from open_items item join end_customers using (end_customer_id)
    where end_customer_id = ${end_customer_id} and open_item_id = ${supplier_payable_id} and ${isOnSide('supplier_payable')}
  `)
}
