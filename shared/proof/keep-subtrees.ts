import type { Pool } from '../store/db/database.ts'
import { countSubtrees, insertSubtrees, type PlacedHash, readStretches } from '../store/proof/subtrees.ts'
import { FANOUT, placeHashes } from './subtrees-of-ledger.ts'
import { MerkleTree } from './tree/merkle-tree.ts'

/** Subtrees that are made at once: of a megabyte of hashes. */
const AT_ONCE = 64

/** Keeps the subtrees that have become complete, of 256 entries and of 256 subtrees each. What is kept is not read again. */
export async function keepSubtrees(pool: Pool, end_customer_id: string, entries: number): Promise<void> {
  for (let level = 1; entries >= FANOUT ** level; level += 1) {
    const first = Number(await countSubtrees(pool, end_customer_id, level))
    const count = Math.floor(entries / FANOUT ** level)
    for (let from = first; from < count; from += AT_ONCE)
      await keep(pool, end_customer_id, level, from, Math.min(AT_ONCE, count - from))
  }
}

async function keep(pool: Pool, end_customer_id: string, level: number, first: number, count: number): Promise<void> {
  const below = { end_customer_id, level: level - 1, first: first * FANOUT, count: count * FANOUT }
  const tree = new MerkleTree()
  placeHashes(tree, await readStretches(pool, [below]))
  const size = FANOUT ** level
  const complete: PlacedHash[] = Array.from({ length: count }, (_, index) => {
    const position = first + index
    const hash = tree.hashOf(position * size, size).toString('hex')
    return { end_customer_id, level, position: BigInt(position), hash }
  })
  await pool.transaction((tx) => insertSubtrees(tx, complete))
}
