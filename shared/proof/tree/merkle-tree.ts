import assert from 'node:assert/strict'
import { hashOfNode, isPowerOfTwo, leavesOnTheLeft } from './hashes-of-tree.ts'

/**
 * A Merkle tree of which some subtrees are known: leaves, or the roots of many leaves. It computes what follows from them.
 *
 * @source RFC 9162, sections 2.1.1 and 2.1.3.1
 */
export class MerkleTree {
  /** Complete subtrees, by their first leaf and their size: a power of two, at a multiple of it. */
  readonly #known = new Map<string, Buffer>()

  set(start: number, size: number, hash: Buffer): void {
    this.#known.set(`${start} ${size}`, hash)
  }

  /**
   * Computes the complete subtrees of the first leaves, a hash at a time, so that others may go on in between: whatever is asked for
   * afterwards follows from some twenty of them.
   */
  *hashInSteps(size: number): Generator<void, void> {
    for (let leaves = 2; leaves <= size; leaves *= 2)
      for (let start = 0; start + leaves <= size; start += leaves) {
        this.hashOf(start, leaves)
        yield
      }
  }

  /** The root of the first leaves. */
  rootOf(size: number): Buffer {
    return this.hashOf(0, size)
  }

  /** The neighbours of a leaf on its way to the root of the first leaves, from below. */
  pathOf(index: number, size: number): Buffer[] {
    assert(index >= 0 && index < size, `leaf ${index} is among ${size}`)
    const path: Buffer[] = []
    for (let [start, leaves] = [0, size]; leaves > 1; ) {
      const left = leavesOnTheLeft(leaves)
      const isLeft = index < start + left
      path.unshift(isLeft ? this.hashOf(start + left, leaves - left) : this.hashOf(start, left))
      if (!isLeft) start += left
      leaves = isLeft ? left : leaves - left
    }
    return path
  }

  /** Of leaves that stand beside each other, and are a subtree. */
  hashOf(start: number, size: number): Buffer {
    const known = this.#known.get(`${start} ${size}`)
    if (known) return known
    assert(size > 1, `leaf ${start} is known`)
    const left = leavesOnTheLeft(size)
    const hash = hashOfNode(this.hashOf(start, left), this.hashOf(start + left, size - left))
    if (isPowerOfTwo(size)) this.set(start, size, hash)
    return hash
  }
}

/**
 * The root that a leaf and its path lead to; null where the path has another length than a tree of that size has.
 *
 * @source RFC 9162, section 2.1.3.2
 */
export function rootOfPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | null {
  if (index < 0 || index >= size) return null
  let [at, last, root] = [index, size - 1, leaf]
  for (const neighbour of path) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      root = hashOfNode(neighbour, root)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else {
      root = hashOfNode(root, neighbour)
    }
    ;[at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : null
}
