import { type Db, row, sql, type Tx } from '../db/database.ts'

/** Holds the open items of a fact, so that nobody uses them while its reversal is being asked for. */
export async function lockOpenItemsOfFact(tx: Tx, end_customer_id: string, source_fact_id: string): Promise<void> {
  for (const table of ['documents', 'supplier_payables']) {
    await tx.query(sql.type(row())`
      select from ${sql.identifier([table])}
      where end_customer_id = ${end_customer_id} and source_fact_id = ${source_fact_id}
      for update
    `)
  }
}

/** What still holds a part of the open item of a fact: allocations of its document, settlements of its payable. */
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
