import { type Db, row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'

export type NewStamp = {
  readonly stamp_id: string
  readonly root: string
  readonly ledgers: number
  readonly token: Buffer
  readonly stamped_at: string
}

export type NewStampedLedger = {
  readonly end_customer_id: string
  readonly entries: bigint
  readonly root: string
  readonly leaf_index: number
  readonly path: readonly string[]
}

/** A ledger at a stamp, with the stamp. */
export type StampOfLedger = NewStampedLedger & Omit<NewStamp, 'root'> & { readonly stamp_root: string }

export async function insertStamp(tx: Tx, stamp: NewStamp): Promise<void> {
  const { stamp_id, root, ledgers, token, stamped_at } = stamp
  await tx.query(sql.type(row())`
    insert into time_stamps (stamp_id, root, ledgers, token, stamped_at)
    values (${stamp_id}, ${root}, ${ledgers}, ${sql.binary(token)}, ${stamped_at})
  `)
}

export async function insertStampedLedgers(
  tx: Tx,
  stamp_id: string,
  ledgers: readonly NewStampedLedger[],
): Promise<void> {
  const columns = { end_customer_id: 'uuid', entries: 'int8', root: 'text', leaf_index: 'int4', path: 'jsonb' } as const
  await tx.query(sql.type(row())`
    insert into stamped_ledgers (end_customer_id, stamp_id, entries, root, leaf_index, path)
    select end_customer_id, ${stamp_id}, entries, root, leaf_index, array(select jsonb_array_elements_text(path))
    from ${recordset('stamped', columns, ledgers)}
  `)
}

const ofLedger = sql.fragment`
  select end_customer_id, entries, stamped_ledgers.root, leaf_index, path, stamp_id, time_stamps.root as stamp_root,
    ledgers, token, stamped_at
  from stamped_ledgers join time_stamps using (stamp_id)
`

/** The first stamp that covers an entry: it says most about when the entry was there. */
export function findStampOfEntry(db: Db, end_customer_id: string, entry_number: bigint): Promise<StampOfLedger | null> {
  return db.maybeOne(sql.type(row<StampOfLedger>())`
    ${ofLedger}
    where end_customer_id = ${end_customer_id} and entries >= ${entry_number}
    order by entries, stamp_id
    limit 1
  `)
}

/** In the order of the entries that they cover. */
export function listStampsOfLedger(db: Db, end_customer_id: string): Promise<readonly StampOfLedger[]> {
  return db.any(sql.type(row<StampOfLedger>())`
    ${ofLedger}
    where end_customer_id = ${end_customer_id}
    order by entries, stamp_id
  `)
}

/** The entries of a ledger, and how many of them a stamp covers; null for an end customer without any data. */
export function findStampedPart(
  db: Db,
  end_customer_id: string,
): Promise<{ entries: bigint; stamped_entries: bigint } | null> {
  return db.maybeOne(sql.type(row<{ entries: bigint; stamped_entries: bigint }>())`
    select last_entry_number as entries, coalesce((
      select max(entries) from stamped_ledgers where stamped_ledgers.end_customer_id = ledger_heads.end_customer_id
    ), 0) as stamped_entries
    from ledger_heads
    where end_customer_id = ${end_customer_id}
  `)
}
