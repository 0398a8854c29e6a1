import { NIL } from 'uuid'
import { row, sql, type Tx } from '../db/database.ts'

export type LedgerHead = {
  end_customer_id: string
  last_entry_number: bigint
  last_entry_hash: string
  books_version: bigint
}

const MAX_EXTRA_CUSTOMERS = 8

/** Takes the ledgers for posting, in the order of their keys, until the transaction ends. */
export function lockLedgers(tx: Tx, end_customer_ids: readonly string[]): Promise<readonly LedgerHead[]> {
  return tx.any(sql.type(row<LedgerHead>())`
    ${headsOf(end_customer_ids)}
    order by end_customer_id
    for update
  `)
}

function headsOf(end_customer_ids: readonly string[]) {
  return sql.fragment`
    select end_customer_id, last_entry_number, last_entry_hash, books_version
    from ledger_heads
    where end_customer_id = any(${sql.array(end_customer_ids, 'uuid')})
  `
}

/**
 * Ledgers are posted to in lanes, each with a transaction of its own; by the last byte of the UUID, which is random in
 * every version of it.
 */
export const PARTITIONS = [0, 1]

export function partitionOf(end_customer_id: string): number {
  return Number.parseInt(end_customer_id.slice(-2), 16) % PARTITIONS.length
}

/**
 * A few other end customers of some lanes whose facts wait: the next ones behind a random place in the order of their
 * ids, and the first ones. A skip scan over the index of waiting facts finds them (sql.md: skip scan).
 */
export async function findFairShareCustomers(
  tx: Tx,
  host_ids: readonly string[],
  lanes: readonly number[],
  from: string,
): Promise<readonly string[]> {
  if (lanes.length === 0) return []
  const guests = await tx.anyFirst(sql.prepared('find_guests', row<{ end_customer_id: string }>())`
    select * from waiting_customers(${from}::uuid, ${MAX_EXTRA_CUSTOMERS}) as guest (end_customer_id)
    union
    select * from waiting_customers(${NIL}::uuid, ${MAX_EXTRA_CUSTOMERS})
  `)
  return guests.filter((id) => !host_ids.includes(id) && lanes.includes(partitionOf(id)))
}

/** Takes ledgers as lockLedgers does, but none that somebody else has: it never waits, so it is safe with others held. */
export async function lockExtraLedgers(tx: Tx, guest_ids: readonly string[]): Promise<readonly LedgerHead[]> {
  if (guest_ids.length === 0) return []
  return tx.any(sql.prepared('lock_guest_ledgers', row<LedgerHead>())`
    ${headsOf(guest_ids)}
    for update skip locked
  `)
}
