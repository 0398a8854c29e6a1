import { row, sql, type Tx } from '../db/database.ts'

/** Ids of what is locked. Payments, whose credit is an open item with the same id, stand among the items. */
export type LockedSubjects = { readonly items: readonly string[]; readonly bank_entries: readonly string[] }

/**
 * Locks everything that the posting or the reversal of allocations, settlements and facts changes: open items, then
 * payments, then bank entries, each by id. Several subjects are locked together, because locks that were taken subject by
 * subject would mix the three.
 */
export async function lockSubjects(
  tx: Tx,
  end_customer_id: string,
  subject_ids: readonly string[],
): Promise<LockedSubjects> {
  const subjects = sql.array(subject_ids, 'uuid')
  const items = await tx.anyFirst(sql.type(row<{ open_item_id: string }>())`
    select open_item_id from open_items
    where end_customer_id = ${end_customer_id} and payment_id is null and open_item_id in (
      select document_id from allocation_lines
      where end_customer_id = ${end_customer_id} and allocation_id = any(${subjects})
      union all
      select supplier_payable_id from supplier_settlements
      where end_customer_id = ${end_customer_id} and settlement_id = any(${subjects})
      union all
      select open_item_id from open_items item
      where end_customer_id = ${end_customer_id} and entry_number in (${entriesOf(end_customer_id, subject_ids)})
      union all
      select open_item_id from open_item_changes
      where end_customer_id = ${end_customer_id} and entry_number in (${entriesOf(end_customer_id, subject_ids)})
    )
    order by open_item_id
    for update
  `)
  const payments = await tx.anyFirst(sql.type(row<{ payment_id: string }>())`
    select payment_id from payments
    where end_customer_id = ${end_customer_id} and payment_id in (
      select payment_id from allocations
      where end_customer_id = ${end_customer_id} and allocation_id = any(${subjects})
      union all
      select open_item_id from open_item_changes
      where end_customer_id = ${end_customer_id} and entry_number in (${entriesOf(end_customer_id, subject_ids)})
    )
    order by payment_id
    for update
  `)
  const bank_entries = await tx.anyFirst(sql.type(row<{ entry_id: string }>())`
    select entry_id from camt053_entries
    where end_customer_id = ${end_customer_id} and entry_id in (
      select entry_id from bank_entry_uses
      where end_customer_id = ${end_customer_id} and state <> 'released' and (source_id = any(${subjects})
        or journal_entry_id in (
          select journal_entry_id from journal_entries
          where end_customer_id = ${end_customer_id} and source_id = any(${subjects}) and reversal_of is null
        ))
    )
    order by entry_id
    for update
  `)
  return { items: [...items, ...payments], bank_entries }
}

/** The entries that have booked the subjects. */
function entriesOf(end_customer_id: string, subject_ids: readonly string[]) {
  return sql.fragment`
    select entry_number from journal_entries
    where end_customer_id = ${end_customer_id} and source_id = any(${sql.array(subject_ids, 'uuid')})
      and reversal_of is null
  `
}
