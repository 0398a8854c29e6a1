import { type Db, row, sql, type Tx } from '../db/database.ts'

/** The condition that a fact has opened an item: by its entry, because items have no index by their fact. */
export function openedBy(end_customer_id: string, source_fact_id: string) {
  return sql.fragment`entry_number = (
    select entry.entry_number from journal_entries entry
    where entry.end_customer_id = ${end_customer_id} and source_id = ${source_fact_id} and reversal_of is null
  )`
}

/** Sets the open items of a reversed fact to zero. The credit of a payment follows the payment. */
export async function reverseOpenItems(tx: Tx, end_customer_id: string, source_fact_id: string): Promise<void> {
  await tx.query(sql.type(row())`
    update open_items set state = 'reversed', open_amount_minor = 0, base_open_amount_minor = 0
    where end_customer_id = ${end_customer_id} and ${openedBy(end_customer_id, source_fact_id)} and payment_id is null
  `)
}

/** What has used the open items of a fact and is not reversed: allocations, settlements, vouchers. */
export function findUsesOfFact(db: Db, end_customer_id: string, source_fact_id: string) {
  return db.any(sql.type(row<UseOfItem>())`
    with item as (
      select open_item_id from open_items
      where end_customer_id = ${end_customer_id} and ${openedBy(end_customer_id, source_fact_id)}
    )
    select kind, id from (${usesOfItems(end_customer_id)}) used
    where id <> ${source_fact_id}
    union
    select 'source_fact', source_id from (${usesOfOlderLines(end_customer_id, source_fact_id)}) older
    order by 1, 2
  `)
}

/** What has used one open item and is not reversed. */
export function findUsesOfItem(db: Db, end_customer_id: string, open_item_id: string) {
  return db.any(sql.type(row<UseOfItem>())`
    with item as (select ${open_item_id}::uuid as open_item_id)
    select kind, id from (${usesOfItems(end_customer_id)}) used order by 1, 2
  `)
}

/**
 * The vouchers that have given items to lines of a source's entry from before their account needed them, and are not
 * reversed.
 */
export function findUsesOfOlderLines(db: Db, end_customer_id: string, source_id: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ source_id: string }>())`
    ${usesOfOlderLines(end_customer_id, source_id)} order by source_id
  `)
}

function usesOfOlderLines(end_customer_id: string, source_id: string) {
  return sql.fragment`
    select distinct entry.source_id
    from journal_entries original
    join legacy_lines line
      on line.end_customer_id = original.end_customer_id and line.entry_number = original.entry_number
    join legacy_line_uses used
      on used.end_customer_id = line.end_customer_id and used.entry_number = line.entry_number
      and used.line_number = line.line_number
    join journal_entries entry
      on entry.end_customer_id = original.end_customer_id and entry.entry_number = used.by_entry_number
    where original.end_customer_id = ${end_customer_id} and original.source_id = ${source_id}
      and original.reversal_of is null and ${isStandingVoucher}
  `
}

/** Allocations, settlements and vouchers that have taken from the items of a relation `item`, or reserved them. */
export function usesOfItems(end_customer_id: string) {
  return sql.fragment`
    select 'payment_allocation' as kind, allocation_id as id
    from item
    join allocation_lines line on line.end_customer_id = ${end_customer_id} and line.document_id = item.open_item_id
    join allocations using (end_customer_id, allocation_id)
    where allocations.state <> 'reversed'
    union
    select 'supplier_payable_settlement', settlement_id
    from item
    join supplier_settlements settlement
      on settlement.end_customer_id = ${end_customer_id} and supplier_payable_id = item.open_item_id
    where settlement.state <> 'reversed'
    union
    select 'source_fact', entry.source_id
    from item
    join open_item_changes change
      on change.end_customer_id = ${end_customer_id} and change.open_item_id = item.open_item_id
    join journal_entries entry
      on entry.end_customer_id = ${end_customer_id} and entry.entry_number = change.entry_number
    where ${isStandingVoucher}
  `
}

/** A voucher that is not reversed. */
const isStandingVoucher = sql.fragment`
  entry.source_type = 'journal_voucher' and entry.reversal_of is null and not exists (
    select from journal_entries reversal
    where reversal.end_customer_id = entry.end_customer_id and reversal.reversal_of = entry.journal_entry_id
  )
`

/** The vouchers that have changed an item and are not reversed. */
export function findVouchersOnItem(db: Db, end_customer_id: string, open_item_id: string): Promise<readonly string[]> {
  return db.anyFirst(sql.type(row<{ source_id: string }>())`
    select distinct entry.source_id
    from open_item_changes change
    join journal_entries entry
      on entry.end_customer_id = change.end_customer_id and entry.entry_number = change.entry_number
    where change.end_customer_id = ${end_customer_id} and open_item_id = ${open_item_id}
      and ${isStandingVoucher}
    order by entry.source_id
  `)
}

/** The entries with older lines to which reversals give back what vouchers took from them. No query without a reversal. */
export async function findOlderLinesGivenBack(db: Db, end_customer_id: string, reversed_entry_ids: readonly string[]) {
  if (reversed_entry_ids.length === 0) return []
  return db.anyFirst(sql.type(row<{ journal_entry_id: string }>())`
    select distinct line.journal_entry_id
    from journal_entries reversed
    join legacy_line_uses used
      on used.end_customer_id = reversed.end_customer_id and used.by_entry_number = reversed.entry_number
    join journal_entries line on line.end_customer_id = used.end_customer_id and line.entry_number = used.entry_number
    where reversed.end_customer_id = ${end_customer_id}
      and reversed.journal_entry_id = any(${sql.array(reversed_entry_ids, 'uuid')})
  `)
}

export type UseOfItem = { kind: 'payment_allocation' | 'supplier_payable_settlement' | 'source_fact'; id: string }
