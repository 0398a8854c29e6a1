import type { PlacedHash, Stretch } from '../store/proof/subtrees.ts'
import { leafOfEntry } from './tree/leaves.ts'
import type { MerkleTree } from './tree/merkle-tree.ts'

/** Kept subtrees have so many entries, or so many subtrees of the level below. */
export const FANOUT = 256

/** The stretches behind the last kept subtree of each level: the root of the first entries follows from them. */
export function stretchesAtEnd(end_customer_id: string, entries: number): Stretch[] {
  return levelsOf(entries).map(({ level, count }) => {
    const first = Math.floor(count / FANOUT) * FANOUT
    return { end_customer_id, level, first, count: count - first }
  })
}

/** The same, and the stretches around an entry: its path to the root of the first entries follows from them. */
export function stretchesOfPath(end_customer_id: string, index: number, entries: number): Stretch[] {
  const around = levelsOf(entries).map(({ level, size, count }) => {
    const first = Math.floor(index / size / FANOUT) * FANOUT
    return { end_customer_id, level, first, count: Math.max(0, Math.min(FANOUT, count - first)) }
  })
  return [...around, ...stretchesAtEnd(end_customer_id, entries)].filter(({ count }) => count > 0)
}

export function placeHashes(tree: MerkleTree, hashes: Iterable<PlacedHash>): void {
  for (const { level, position, hash } of hashes) {
    const size = FANOUT ** level
    const bytes = level === 0 ? leafOfEntry(hash) : Buffer.from(hash, 'hex')
    tree.set(Number(position) * size, size, bytes)
  }
}

/** The levels on which a ledger has whole subtrees, from its entries on. */
function levelsOf(entries: number): { level: number; size: number; count: number }[] {
  const levels: { level: number; size: number; count: number }[] = []
  for (let [level, size] = [0, 1]; size <= entries; [level, size] = [level + 1, size * FANOUT])
    levels.push({ level, size, count: Math.floor(entries / size) })
  return levels
}
