import type { Pool } from '../store/db/database.ts'
import { BEFORE_ALL, type LedgerToStamp, listLedgersToStamp } from '../store/proof/ledgers-to-stamp.ts'
import { readStretches } from '../store/proof/subtrees.ts'
import { keepSubtrees } from './keep-subtrees.ts'
import { placeHashes, stretchesAtEnd } from './subtrees-of-ledger.ts'
import type { StampedLedger } from './tree/leaves.ts'
import { MerkleTree } from './tree/merkle-tree.ts'

export type LeafOfLedger = StampedLedger & {
  /** Since its last stamp, or since ever. */
  readonly has_grown: boolean
}

const PAGE = 1_000
/** Of so many ledgers hashes are in memory at once: some hundred of each. */
const AT_ONCE = 100

/** All ledgers with entries in the order of their end customers; of those that have not grown nothing is read again. */
export async function readLeavesOfLedgers(pool: Pool): Promise<LeafOfLedger[]> {
  const leaves: LeafOfLedger[] = []
  for (let after = BEFORE_ALL; ; ) {
    const ledgers = await listLedgersToStamp(pool, after, PAGE)
    const grown = ledgers.filter(hasGrown)
    const roots = new Map<string, string>()
    for (let from = 0; from < grown.length; from += AT_ONCE)
      for (const [id, root] of await rootsOf(pool, grown.slice(from, from + AT_ONCE))) roots.set(id, root)
    for (const ledger of ledgers) leaves.push(leafOf(ledger, roots))
    after = ledgers.at(-1)?.end_customer_id ?? after
    if (ledgers.length < PAGE) return leaves
  }
}

function hasGrown({ entries, stamped_entries }: LedgerToStamp): boolean {
  return entries > (stamped_entries ?? 0n)
}

function leafOf(ledger: LedgerToStamp, roots: ReadonlyMap<string, string>): LeafOfLedger {
  const { end_customer_id, entries } = ledger
  const root = roots.get(end_customer_id) ?? ledger.stamped_root ?? ''
  return { end_customer_id, entries: Number(entries), root, has_grown: hasGrown(ledger) }
}

async function rootsOf(pool: Pool, ledgers: readonly LedgerToStamp[]): Promise<Map<string, string>> {
  for (const { end_customer_id, entries } of ledgers) await keepSubtrees(pool, end_customer_id, Number(entries))
  const stretches = ledgers.flatMap(({ end_customer_id, entries }) => stretchesAtEnd(end_customer_id, Number(entries)))
  const hashes = Map.groupBy(await readStretches(pool, stretches), ({ end_customer_id }) => end_customer_id)
  return new Map(
    ledgers.map(({ end_customer_id, entries }) => {
      const tree = new MerkleTree()
      placeHashes(tree, hashes.get(end_customer_id) ?? [])
      return [end_customer_id, tree.rootOf(Number(entries)).toString('hex')]
    }),
  )
}
