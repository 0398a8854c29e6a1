import type { ItemNamed } from '../../../accounting/facts/open-items/items-named.ts'
import { row, sql, type Tx } from '../../db/database.ts'
import { namedBy } from './named.ts'

/**
 * Locks the items and payments that vouchers name, in the one order of locks. The rows of lines from before and the items
 * of payments need no lock: only the holder of their ledger changes them. No query is made where nothing is named.
 */
export async function lockNamedItems(tx: Tx, wanted: readonly ItemNamed[]): Promise<void> {
  if (wanted.length === 0) return
  const customers = [...new Set(wanted.map(({ end_customer_id }) => end_customer_id))]
  const payments = namedBy(wanted, 'payment_id')
  const items = [...namedBy(wanted, 'document_id'), ...namedBy(wanted, 'supplier_payable_id')]
  if (items.length > 0) await lockOpenItems(tx, customers, items.map(idOf))
  if (payments.length > 0) await lockPayments(tx, customers, payments.map(idOf))
}

async function lockOpenItems(tx: Tx, end_customer_ids: readonly string[], ids: readonly string[]) {
  await tx.query(sql.prepared('lock_open_items', row())`
    select from open_items
    where end_customer_id = any(${sql.array(end_customer_ids, 'uuid')}) and open_item_id = any(${sql.array(ids, 'uuid')})
    order by open_item_id
    for update
  `)
}

async function lockPayments(tx: Tx, end_customer_ids: readonly string[], ids: readonly string[]): Promise<void> {
  await tx.query(sql.prepared('lock_payments', row())`
    select from payments
    where end_customer_id = any(${sql.array(end_customer_ids, 'uuid')}) and payment_id = any(${sql.array(ids, 'uuid')})
    order by payment_id
    for update
  `)
}

function idOf({ open_item_id }: { open_item_id: string }): string {
  return open_item_id
}
