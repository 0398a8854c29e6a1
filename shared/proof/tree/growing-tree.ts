import assert from 'node:assert/strict'
import { hashOfNode } from './hashes-of-tree.ts'

type Peak = { readonly hash: Buffer; readonly size: number }

/** A Merkle tree that grows leaf by leaf, of which only the complete subtrees are kept that stand beside each other. */
export class GrowingTree {
  readonly #peaks: Peak[] = []
  readonly #seeSubtree: (start: number, size: number, hash: Buffer) => void
  #size = 0

  /** @param seeSubtree is told of each subtree when its last leaf has come */
  constructor(seeSubtree: (start: number, size: number, hash: Buffer) => void = () => {}) {
    this.#seeSubtree = seeSubtree
  }

  get size(): number {
    return this.#size
  }

  append(leaf: Buffer): void {
    this.#size += 1
    let peak: Peak = { hash: leaf, size: 1 }
    for (let before = this.#peaks.at(-1); before?.size === peak.size; before = this.#peaks.at(-1)) {
      this.#peaks.pop()
      peak = { hash: hashOfNode(before.hash, peak.hash), size: peak.size * 2 }
      this.#seeSubtree(this.#size - peak.size, peak.size, peak.hash)
    }
    this.#peaks.push(peak)
  }

  root(): Buffer {
    assert(this.#size > 0, 'a tree has a leaf')
    return this.#peaks.map(({ hash }) => hash).reduceRight((right, left) => hashOfNode(left, right))
  }
}
