import { isWrittenHere } from '../databases/fences.ts'
import { type Db, row, sql } from '../db/database.ts'

/** A ledger as it stands, and as its last stamp has it. */
export type LedgerToStamp = {
  end_customer_id: string
  entries: bigint
  stamped_entries: bigint | null
  stamped_root: string | null
}

/** Ledgers with entries, in the order of their end customers, a page behind another. */
export function listLedgersToStamp(db: Db, after: string, limit: number): Promise<readonly LedgerToStamp[]> {
  return db.any(sql.type(row<LedgerToStamp>())`
    select head.end_customer_id, head.last_entry_number as entries, stamped.entries as stamped_entries,
      stamped.root as stamped_root
    from ledger_heads head
    left join lateral (
      select entries, root from stamped_ledgers
      where stamped_ledgers.end_customer_id = head.end_customer_id
      order by entries desc, stamp_id desc
      limit 1
    ) stamped on true
    where head.end_customer_id > ${after} and head.last_entry_number > 0
      and ${isWrittenHere(sql.fragment`head.end_customer_id`)}
    order by head.end_customer_id
    limit ${limit}
  `)
}

/** Before every end customer. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
