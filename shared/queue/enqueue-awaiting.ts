import { hash } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import { AWAITING_BLOCKERS } from '../accounting/facts/open-items/awaiting-blockers.ts'
import { BANK_ENTRY_BLOCKERS } from '../accounting/facts/rules/bank-entry-rules.ts'
import type { Tx } from '../store/db/database.ts'
import { type ChangedThings, findAwaited } from '../store/facts/find-awaited.ts'
import { enqueue } from './enqueue.ts'

/**
 * Has the facts tried again that are blocked and wait for something that the transaction has changed, and the intents that
 * wait for anything. Where nothing waits, this is one query. At most one job of the same names is waiting.
 */
export async function enqueueAwaiting(
  tx: Tx,
  boss: PgBoss,
  end_customer_id: string,
  changed: ChangedThings,
): Promise<void> {
  if (changed.items.length + changed.bank_entries.length === 0) return
  const { names, has_unsaid, has_intents } = await findAwaited(tx, end_customer_id, changed)
  if (names.length === 0 && !has_unsaid && !has_intents) return
  const waits_for = [...names, ...(has_unsaid ? [null] : [])]
  const data = { end_customer_id, blocker_codes: AWAITING_BLOCKERS, waits_for }
  const singletonKey = `${end_customer_id} ${hash('sha256', JSON.stringify(waits_for))}`
  await enqueue(tx, boss, 'facts.reevaluate', [{ data, options: { singletonKey } }])
}

/**
 * Has the facts tried again that wait for a bank entry of an import. The job finds them: a fact that is decided while the
 * import runs does not see its bank entries, and the import does not see the decision.
 */
export function enqueueAwaitingImport(tx: Tx, boss: PgBoss, end_customer_id: string, import_id: string): Promise<void> {
  const data = { end_customer_id, blocker_codes: BANK_ENTRY_BLOCKERS, import_id }
  const options = { singletonKey: `${end_customer_id} import ${import_id}` }
  return enqueue(tx, boss, 'facts.reevaluate', [{ data, options }])
}
