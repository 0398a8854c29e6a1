import { type Db, row, sql, type Tx } from '../db/database.ts'
import { identifiersOf, OPEN_ITEM_KINDS } from './open-item-tables.ts'

/** Locks the open items of a fact, so that nothing uses them while its reversal is requested. */
export async function lockOpenItemsOfFact(tx: Tx, end_customer_id: string, source_fact_id: string): Promise<void> {
  for (const kind of OPEN_ITEM_KINDS) {
    await tx.query(sql.type(row())`
      select from ${identifiersOf(kind).table}
      where end_customer_id = ${end_customer_id} and source_fact_id = ${source_fact_id}
      for update
    `)
  }
}

/** Uses of a fact's open item that are not reversed: allocations of its receivable, settlements of its payable. */
export function findUsesOfFact(db: Db, end_customer_id: string, source_fact_id: string) {
  return db.any(sql.type(row<{ kind: 'payment_allocation' | 'supplier_payable_settlement'; id: string }>())`
    select 'payment_allocation' as kind, allocation_id as id
    from documents
    join allocation_lines using (end_customer_id, document_id)
    join allocations using (end_customer_id, allocation_id)
    where end_customer_id = ${end_customer_id} and source_fact_id = ${source_fact_id} and allocations.state <> 'reversed'
    union all
    select 'supplier_payable_settlement', settlement_id
    from supplier_payables payable
    join supplier_settlements settlement using (end_customer_id, supplier_payable_id)
    where end_customer_id = ${end_customer_id} and source_fact_id = ${source_fact_id} and settlement.state <> 'reversed'
    order by 1, 2
  `)
}
