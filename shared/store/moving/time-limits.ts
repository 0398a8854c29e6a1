import type { Client } from 'pg'
import { row, sql, type Tx } from '../db/database.ts'

/** Has PostgreSQL end a transaction whose process sleeps: others wait for what it holds. */
export async function endWhereItSleeps(tx: Tx, most_ms = 10_000): Promise<void> {
  await tx.query(sql.type(row())`
    set local idle_in_transaction_session_timeout = ${sql.literalValue(`${most_ms}ms`)}
  `)
}

/** Has PostgreSQL end each statement of a transaction that takes longer. */
export async function limitStatements(tx: Tx, most_ms: number): Promise<void> {
  await tx.query(sql.type(row())`set local statement_timeout = ${sql.literalValue(`${Math.max(1, most_ms)}ms`)}`)
}

/** Has PostgreSQL end a session that says nothing for so long. */
export async function endSilentSession(owner: Client, most_ms: number): Promise<void> {
  await owner.query(`set idle_session_timeout = ${most_ms}`)
}

/** So that a session does not end. */
export async function saySomething(owner: Client): Promise<void> {
  await owner.query('select')
}
