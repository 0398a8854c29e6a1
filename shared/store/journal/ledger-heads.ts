import { type Db, row, sql, type Tx } from '../db/database.ts'

export type LedgerHead = {
  end_customer_id: string
  last_entry_number: bigint
  last_entry_hash: string
  books_version: bigint
  /** Sum of all debits, as far as a bigint holds it: an old ledger may have more. */
  total_debit_minor: bigint
}

const LARGEST = 2n ** 63n - 1n

/** Takes the ledgers for posting, in the order of their keys, until the transaction ends. */
export function lockLedgers(tx: Tx, end_customer_ids: readonly string[]): Promise<readonly LedgerHead[]> {
  return tx.any(sql.prepared('lock_ledgers', row<LedgerHead>())`
    ${headsOf(end_customer_ids)}
    order by end_customer_id
    for update
  `)
}

/** The heads of ledgers as they are at a moment; an end customer without books has none. */
export function findHeadsNow(db: Db, end_customer_ids: readonly string[]): Promise<readonly LedgerHead[]> {
  return db.any(sql.type(row<LedgerHead>())`${headsOf(end_customer_ids)}`)
}

function headsOf(end_customer_ids: readonly string[]) {
  return sql.fragment`
    select end_customer_id, last_entry_number, last_entry_hash, books_version,
      least(total_debit_minor + case when counted_entry_number = last_entry_number then 0 else (
        -- Entries that the trigger of another release did not count; the next entry brings them into the head.
        select coalesce(sum(total_minor), 0) from journal_entries
        where journal_entries.end_customer_id = ledger_heads.end_customer_id
          and entry_number > counted_entry_number and entry_number <= last_entry_number
      ) end, ${LARGEST})::bigint as total_debit_minor
    from ledger_heads
    where end_customer_id = any(${sql.array(end_customer_ids, 'uuid')})
  `
}

/**
 * A batch is posted in partitions of its end customers, each with a transaction of its own. The last byte of the UUID
 * decides: it is random in versions 4 and 7. In versions 1 and 6 it belongs to the machine that made the id, so end
 * customers of one machine share a partition. Then their postings do not overlap, which is slower and otherwise the same.
 */
export const PARTITIONS = [0, 1]

export function partitionOf(end_customer_id: string): number {
  return Number.parseInt(end_customer_id.slice(-2), 16) % PARTITIONS.length
}

/** Takes ledgers as lockLedgers does, but skips those that another transaction holds: it never waits, so it is safe with others held. */
export async function lockFreeLedgers(tx: Tx, end_customer_ids: readonly string[]): Promise<readonly LedgerHead[]> {
  if (end_customer_ids.length === 0) return []
  return tx.any(sql.prepared('lock_free_ledgers', row<LedgerHead>())`
    ${headsOf(end_customer_ids)}
    for update skip locked
  `)
}

/** @throws an error where the database is away or has not been migrated */
export async function requireLedgers(db: Db): Promise<void> {
  await db.query(sql.type(row())`select from ledger_heads limit 0`)
}
