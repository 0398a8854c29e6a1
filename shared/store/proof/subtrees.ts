import { type Db, row, sql, type Tx } from '../db/database.ts'
import { recordset } from '../db/recordset.ts'

/** Hashes of a ledger in the order of their places, from one on: of entries (level 0) or of kept subtrees. */
export type Stretch = {
  readonly end_customer_id: string
  readonly level: number
  readonly first: number
  readonly count: number
}

export type PlacedHash = { readonly end_customer_id: string; level: number; position: bigint; hash: string }

/** @param stretches whose hashes are all there */
export async function readStretches(db: Db, stretches: readonly Stretch[]): Promise<readonly PlacedHash[]> {
  const [ofEntries, ofSubtrees] = [stretches.filter(isOfEntries), stretches.filter((one) => !isOfEntries(one))]
  const entries = ofEntries.length === 0 ? [] : await readEntryHashes(db, ofEntries)
  return ofSubtrees.length === 0 ? entries : [...entries, ...(await readSubtrees(db, ofSubtrees))]
}

function isOfEntries({ level }: Stretch): boolean {
  return level === 0
}

function readEntryHashes(db: Db, stretches: readonly Stretch[]): Promise<readonly PlacedHash[]> {
  return db.any(sql.type(row<PlacedHash>())`
    select entry.end_customer_id, 0 as level, entry.entry_number - 1 as position, entry.entry_hash as hash
    from ${wanted(stretches)}
    cross join lateral (
      select end_customer_id, entry_number, entry_hash from journal_entries
      where end_customer_id = wanted.end_customer_id
        and entry_number > wanted.first and entry_number <= wanted.first + wanted.count
      order by entry_number
    ) entry
  `)
}

function readSubtrees(db: Db, stretches: readonly Stretch[]): Promise<readonly PlacedHash[]> {
  return db.any(sql.type(row<PlacedHash>())`
    select subtree.end_customer_id, subtree.level::integer as level, subtree.position, subtree.hash
    from ${wanted(stretches)}
    cross join lateral (
      select end_customer_id, level, position, hash from ledger_subtrees
      where end_customer_id = wanted.end_customer_id and level = wanted.level
        and position >= wanted.first and position < wanted.first + wanted.count
      order by position
    ) subtree
  `)
}

function wanted(stretches: readonly Stretch[]) {
  const columns = { end_customer_id: 'uuid', level: 'int2', first: 'int8', count: 'int8' } as const
  const rows = stretches.map(({ first, count, ...stretch }) => ({
    ...stretch,
    first: BigInt(first),
    count: BigInt(count),
  }))
  return recordset('wanted', columns, rows)
}

/** Kept subtrees of a level have no gaps. */
export function countSubtrees(db: Db, end_customer_id: string, level: number): Promise<bigint> {
  return db.oneFirst(sql.type(row<{ count: bigint }>())`
    select coalesce(max(position) + 1, 0)::bigint as count from ledger_subtrees
    where end_customer_id = ${end_customer_id} and level = ${level}
  `)
}

/** Two runs at once find the same: one of them writes it. */
export async function insertSubtrees(tx: Tx, subtrees: readonly PlacedHash[]): Promise<void> {
  if (subtrees.length === 0) return
  const columns = { end_customer_id: 'uuid', level: 'int2', position: 'int8', hash: 'text' } as const
  await tx.query(sql.type(row())`
    insert into ledger_subtrees (end_customer_id, level, position, hash)
    select end_customer_id, level, position, hash from ${recordset('found', columns, subtrees)}
    on conflict do nothing
  `)
}

/** Every kept subtree of a ledger. */
export function listSubtrees(db: Db, end_customer_id: string): Promise<readonly PlacedHash[]> {
  return db.any(sql.type(row<PlacedHash>())`
    select end_customer_id, level::integer as level, position, hash from ledger_subtrees
    where end_customer_id = ${end_customer_id}
  `)
}
