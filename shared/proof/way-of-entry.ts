import type { Db } from '../store/db/database.ts'
import { readStretches } from '../store/proof/subtrees.ts'
import { placeHashes, stretchesOfPath } from './subtrees-of-ledger.ts'
import { MerkleTree } from './tree/merkle-tree.ts'

/** An entry in the tree over the first entries of its ledger, in hex. */
export type WayOfEntry = { readonly entry_hash: string; readonly path: string[]; readonly root: string }

/** The way of an entry to the root of the first entries, from some hundred hashes. Null where one of them is gone. */
export async function findWayOfEntry(
  db: Db,
  end_customer_id: string,
  entry_number: number,
  entries: number,
): Promise<WayOfEntry | null> {
  const index = entry_number - 1
  const stretches = stretchesOfPath(end_customer_id, index, entries)
  const hashes = await readStretches(db, stretches)
  const places = new Set(hashes.map(({ level, position }) => `${level} ${position}`))
  const isWhole = stretches.every(({ level, first, count }) => places.has(`${level} ${first + count - 1}`))
  const entry = hashes.find(({ level, position }) => level === 0 && position === BigInt(index))
  if (!isWhole || !entry) return null
  const tree = new MerkleTree()
  placeHashes(tree, hashes)
  const path = tree.pathOf(index, entries).map((hash) => hash.toString('hex'))
  return { entry_hash: entry.hash, path, root: tree.rootOf(entries).toString('hex') }
}
