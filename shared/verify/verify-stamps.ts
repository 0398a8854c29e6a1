import { hash, type X509Certificate } from 'node:crypto'
import { publicId } from '../process/ids.ts'
import { FANOUT } from '../proof/subtrees-of-ledger.ts'
import { TokenError } from '../proof/tokens/parsed.ts'
import { verifyToken } from '../proof/tokens/verify-token.ts'
import { GrowingTree } from '../proof/tree/growing-tree.ts'
import { leafOfEntry, leafOfLedger } from '../proof/tree/leaves.ts'
import { rootOfPath } from '../proof/tree/merkle-tree.ts'
import type { PlacedHash } from '../store/proof/subtrees.ts'
import type { StampOfLedger } from '../store/proof/time-stamps.ts'
import type { Report } from './verify-chain.ts'

/** What a token shows; all else follows from hashes. */
export const SIGNED = 'a stamp is what its authority has signed'

export type StampsOfLedger = {
  /** In the order of the entries that they cover. */
  readonly stamps: readonly StampOfLedger[]
  readonly subtrees: readonly PlacedHash[]
}

/** What the token says, or why it is no proof of its root. A stamp of many ledgers is verified once. */
export type TokenCheck = (token: Buffer, root: string) => string

/** @param trusted certificates that stamps have to lead to; null: the certificate of each token is believed */
export function checksTokens(trusted: readonly X509Certificate[] | null): TokenCheck {
  const known = new Map<string, string>()
  return (token, root) => {
    const key = `${root} ${hash('sha256', token)}`
    const said = known.get(key) ?? timeOf(token, root, trusted)
    known.set(key, said)
    return said
  }
}

/** Follows the entries of a journal from the first one on, and compares them with what was stamped. */
export type StampsAlong = {
  append(entry_hash: string): void
  end(): void
}

/**
 * Verifies the stamps of a ledger without a network: that its entries lead to the root of the ledger, this one to the root of the
 * stamp, and that the token stamps that root.
 */
export function verifyStamps(
  { stamps, subtrees }: StampsOfLedger,
  checkToken: TokenCheck,
  report: Report,
): StampsAlong {
  if (stamps.length === 0 && subtrees.length === 0) return { append: () => {}, end: () => {} }
  const kept = new Map(subtrees.map(({ level, position, hash }) => [`${level} ${position}`, hash]))
  const tree = new GrowingTree((start, size, hash) => {
    const place = placeOf(start, size)
    if (place === null) return
    compareSubtree(place, kept.get(place), hash.toString('hex'), report)
    kept.delete(place)
  })
  let next = 0
  return {
    append(entry_hash) {
      tree.append(leafOfEntry(entry_hash))
      for (; Number(stamps[next]?.entries) === tree.size; next += 1)
        compareRoot(stamps[next] as StampOfLedger, tree.root().toString('hex'), report)
    },
    end() {
      for (const stamp of stamps.slice(next)) compareRoot(stamp, `${tree.size} entries`, report)
      for (const [place, hash] of kept) compareSubtree(place, hash, 'not so many entries', report)
      for (const stamp of stamps) verifyStamp(stamp, checkToken, report)
    },
  }
}

/** The place of a subtree that would be kept: of 256 entries, of 256 times as many, and so on. */
function placeOf(start: number, size: number): string | null {
  const level = Math.log2(size) / Math.log2(FANOUT)
  return Number.isInteger(level) && level > 0 ? `${level} ${start / size}` : null
}

/** One that is not kept yet will be, with the next stamp. */
function compareSubtree(place: string, kept: string | undefined, found: string, report: Report): void {
  if (kept === undefined || kept === found) return
  const [level = '', position = ''] = place.split(' ')
  const size = FANOUT ** Number(level)
  const first = Number(position) * size + 1
  report('a kept subtree is that of its entries', `entries ${first} to ${first + size - 1}`, kept, found)
}

function compareRoot({ entries, root, ...stamp }: StampOfLedger, found: string, report: Report): void {
  if (root === found) return
  report('the entries are those that were stamped', `entries 1 to ${entries}, ${nameOf(stamp)}`, root, found)
}

function verifyStamp(stamp: StampOfLedger, checkToken: TokenCheck, report: Report): void {
  const { end_customer_id, entries, root, leaf_index, ledgers, stamp_root, stamped_at } = stamp
  const leaf = leafOfLedger({ end_customer_id, entries: Number(entries), root })
  const path = stamp.path.map((hash) => Buffer.from(hash, 'hex'))
  const reached = rootOfPath(leaf, leaf_index, ledgers, path)?.toString('hex')
  if (reached !== stamp_root) report('a stamped ledger is part of its stamp', nameOf(stamp), stamp_root, reached)
  const said = checkToken(stamp.token, stamp_root)
  if (said !== new Date(stamped_at).toISOString())
    report(SIGNED, nameOf(stamp), `a stamp of ${stamp_root} at ${stamped_at}`, said)
}

function timeOf(token: Buffer, root: string, trusted: readonly X509Certificate[] | null): string {
  try {
    return verifyToken(token, Buffer.from(root, 'hex'), trusted).stamped_at
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    return error.message
  }
}

function nameOf({ stamp_id }: Pick<StampOfLedger, 'stamp_id'>): string {
  return publicId('time_stamp', stamp_id)
}
