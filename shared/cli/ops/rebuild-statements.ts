import type { Deps } from '../../deps/deps.ts'
import { dropStatementTables, refreshWhole } from '../../store/statements/account-period-totals.ts'
import { listLedgers } from '../../store/verify/journal.ts'
import { type PrintOptions, printAnswer } from '../print-table.ts'

/**
 * Drops the fold of each ledger and makes it again from the posted lines, part by part: meanwhile readers add up the lines
 * that are not folded yet. Nothing is lost by it, as the tables hold nothing that the lines do not.
 */
export async function rebuildStatements(
  { pool }: Deps,
  { endCustomer, ...options }: PrintOptions & { endCustomer?: string },
): Promise<void> {
  const ledgers = await listLedgers(pool, endCustomer ?? null)
  if (endCustomer && ledgers.length === 0) throw new Error(`There is no end customer ${endCustomer}.`)
  for (const { end_customer_id } of ledgers) {
    await pool.transaction((tx) => dropStatementTables(tx, [end_customer_id]))
    await refreshWhole(pool, [end_customer_id])
  }
  printAnswer({ rebuilt: ledgers.length }, `${ledgers.length} ledgers rebuilt`, options)
}
