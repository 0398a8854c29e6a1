import { hash } from 'node:crypto'
import { expect } from 'chai'
import { FANOUT, placeHashes, stretchesAtEnd, stretchesOfPath } from '../../shared/proof/subtrees-of-ledger.ts'
import { GrowingTree } from '../../shared/proof/tree/growing-tree.ts'
import { leafOfEntry } from '../../shared/proof/tree/leaves.ts'
import { MerkleTree, rootOfPath } from '../../shared/proof/tree/merkle-tree.ts'
import type { PlacedHash, Stretch } from '../../shared/store/proof/subtrees.ts'
import { there } from '../support/there.ts'

const end_customer_id = '6bb1e290-edd1-46fd-8552-4a66d50d821f'
const SIZES = [1, 255, 256, 257, 600, 65_535, 65_536, 66_000]

/** Three levels: entries, subtrees of 256 entries, and one of 65536. */
describe('the subtrees that are kept of a ledger', () => {
  const entries = Array.from({ length: 66_000 }, (_, index) => hash('sha256', String(index)))
  const kept = new Map<string, string>()
  const roots = new Map<number, Buffer>()
  before(() => {
    const tree = new GrowingTree((start, size, root) => {
      const level = Math.log2(size) / Math.log2(FANOUT)
      if (Number.isInteger(level)) kept.set(`${level} ${start / size}`, root.toString('hex'))
    })
    for (const entry_hash of entries) {
      tree.append(leafOfEntry(entry_hash))
      if (SIZES.includes(tree.size)) roots.set(tree.size, tree.root())
    }
  })

  function read(stretches: readonly Stretch[]): PlacedHash[] {
    return stretches.flatMap(({ level, first, count }) =>
      Array.from({ length: count }, (_, index) => ({
        end_customer_id,
        level,
        position: BigInt(first + index),
        hash: there(level === 0 ? entries[first + index] : kept.get(`${level} ${first + index}`)),
      })),
    )
  }
  function treeOf(stretches: readonly Stretch[], size: number): MerkleTree {
    for (const { level, first, count } of stretches) expect(first + count).to.be.at.most(size / FANOUT ** level)
    const tree = new MerkleTree()
    placeHashes(tree, read(stretches))
    return tree
  }

  for (const size of SIZES)
    it(`give the root of ${size} entries, and paths to it`, () => {
      const root = there(roots.get(size)).toString('hex')
      const atEnd = stretchesAtEnd(end_customer_id, size)
      expect(treeOf(atEnd, size).rootOf(size).toString('hex')).to.equal(root)
      for (const index of new Set([0, size >> 1, size - 1])) {
        const stretches = stretchesOfPath(end_customer_id, index, size)
        const read_hashes = stretches.reduce((sum, { count }) => sum + count, 0)
        expect(read_hashes).to.be.at.most(2 * 3 * FANOUT)
        const path = treeOf(stretches, size).pathOf(index, size)
        expect(path.length).to.be.at.most(Math.ceil(Math.log2(size)))
        const leaf = leafOfEntry(there(entries[index]))
        expect(rootOfPath(leaf, index, size, path)?.toString('hex')).to.equal(root)
      }
    })
})
