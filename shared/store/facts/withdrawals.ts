import { row, sql, type Tx } from '../db/database.ts'
import type { FactKey, FactWithdrawal } from './source-facts.ts'

/** Withdraws a fact, which is locked with its ledger: for good, by a trigger. Nothing stands in its way any more. */
export async function saveFactWithdrawal(tx: Tx, fact: FactKey, withdrawal: FactWithdrawal): Promise<void> {
  await tx.query(sql.type(row())`
    update fact_states
    set state = 'withdrawn', withdrawal = ${sql.jsonb(withdrawal)}, blockers = '[]', blocker_codes = '{}',
      warnings = null, failed_at = null
    where end_customer_id = ${fact.end_customer_id} and source_fact_id = ${fact.source_fact_id}
  `)
}
