import { canonicalJson } from '../../canonical/canonical-json.ts'
import { hashOfLeaf } from './hashes-of-tree.ts'

/** A ledger as a stamp covers it: its first entries, and the root of the tree over their hashes. */
export type StampedLedger = { readonly end_customer_id: string; readonly entries: number; readonly root: string }

/** The leaf of a journal entry in the tree of its ledger: its 32 bytes of hash. */
export function leafOfEntry(entry_hash: string): Buffer {
  return hashOfLeaf(Buffer.from(entry_hash, 'hex'))
}

/** The leaf of a ledger in the tree that is stamped. */
export function leafOfLedger(ledger: StampedLedger): Buffer {
  return hashOfLeaf(Buffer.from(textOfLedger(ledger)))
}

/** `{"end_customer_id":…,"entries":…,"root":…}`, as RFC 8785 writes it. */
export function textOfLedger({ end_customer_id, entries, root }: StampedLedger): string {
  return canonicalJson({ end_customer_id, entries, root })
}
