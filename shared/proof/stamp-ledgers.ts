import type { Config } from '../process/config.ts'
import { newUuid } from '../process/ids.ts'
import { eachInSteps, inTurns } from '../process/in-turns.ts'
import type { Pool } from '../store/db/database.ts'
import { insertStamp, insertStampedLedgers, type NewStampedLedger } from '../store/proof/time-stamps.ts'
import { askAuthority } from './ask-authority.ts'
import { type LeafOfLedger, readLeavesOfLedgers } from './leaves-of-ledgers.ts'
import { readTrusted } from './tokens/read-trusted.ts'
import { leafOfLedger } from './tree/leaves.ts'
import { MerkleTree } from './tree/merkle-tree.ts'

type Stamping = { readonly pool: Pool; readonly config: Pick<Config, 'timestamp_url' | 'timestamp_ca_file'> }

/** A stamp that was taken: of how many ledgers, how many of them have grown, and when. */
export type TakenStamp = { readonly stamped_at: string; readonly ledgers: number; readonly grown: number }

/** Rows that are sent at once. */
const PAGE = 1_000

/**
 * Has TIMESTAMP_URL stamp the root over all ledgers, and keeps its token with the way of each ledger that has grown. Two runs at
 * once take two stamps, which is as well.
 *
 * @returns null where no ledger has grown since its last stamp, or where there is no TIMESTAMP_URL
 * @throws Error with one sentence where the authority gives none
 */
export async function stampLedgers({ pool, config }: Stamping): Promise<TakenStamp | null> {
  if (config.timestamp_url === null) return null
  const trusted = await readTrusted(config.timestamp_ca_file)
  const leaves = await readLeavesOfLedgers(pool)
  if (!leaves.some(({ has_grown }) => has_grown)) return null
  const { root, grown } = await inTurns(treeOver(leaves))
  const { token, stamped_at } = await askAuthority(config.timestamp_url, root, trusted)
  const stamp = { stamp_id: newUuid(), root: root.toString('hex'), ledgers: leaves.length, token, stamped_at }
  await pool.transaction(async (tx) => {
    await insertStamp(tx, stamp)
    for (let from = 0; from < grown.length; from += PAGE)
      await insertStampedLedgers(tx, stamp.stamp_id, grown.slice(from, from + PAGE))
  })
  return { stamped_at, ledgers: leaves.length, grown: grown.length }
}

/** In steps: of 100,000 ledgers it takes seconds, and the worker has other jobs, whose heartbeats must go on. */
function* treeOver(leaves: readonly LeafOfLedger[]): Generator<void, { root: Buffer; grown: NewStampedLedger[] }> {
  const tree = new MerkleTree()
  yield* eachInSteps(leaves.entries(), ([index, leaf]) => tree.set(index, 1, leafOfLedger(leaf)))
  yield* tree.hashInSteps(leaves.length)
  const moved = [...leaves.entries()].filter(([, { has_grown }]) => has_grown)
  const grown = yield* eachInSteps(moved, ([index, leaf]) => wayOf(leaf, index, tree, leaves.length))
  return { root: tree.rootOf(leaves.length), grown }
}

function wayOf(leaf: LeafOfLedger, leaf_index: number, tree: MerkleTree, size: number): NewStampedLedger {
  const { end_customer_id, entries, root } = leaf
  const path = tree.pathOf(leaf_index, size).map((hash) => hash.toString('hex'))
  return { end_customer_id, entries: BigInt(entries), root, leaf_index, path }
}
