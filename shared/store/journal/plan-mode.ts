import { row, sql, type Tx } from '../db/database.ts'

/**
 * Has each query that follows in the transaction planned once in its session, for any values, instead of five times for its
 * own first; one of a few rows would be planned for its values each time. It is for queries whose text leaves one sensible plan
 * (sql.md: prepared name).
 */
export async function planForAnyValues(tx: Tx): Promise<void> {
  await tx.query(sql.type(row())`set local plan_cache_mode = force_generic_plan`)
}

/** Takes that back, for queries that have to be planned for their values. */
export async function planForTheirValues(tx: Tx): Promise<void> {
  await tx.query(sql.type(row())`set local plan_cache_mode = auto`)
}
