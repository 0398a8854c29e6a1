import { row, sql, type Tx } from '../db/database.ts'

/**
 * Holds others back who would add to the same things of an owner, until this transaction ends: of several at once, each would
 * find room for one more.
 */
export async function lockNumber(tx: Tx, things: 'bank_rules' | 'webhook_subscriptions', owner: string): Promise<void> {
  await tx.query(sql.type(row())`
    select pg_advisory_xact_lock(hashtextextended(${`${things} ${owner}`}, 0))
  `)
}
