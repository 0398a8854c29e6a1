import { hash } from 'node:crypto'

/**
 * Hashes of a Merkle tree: the zero and the one keep a leaf from being taken for two subtrees.
 *
 * @source RFC 9162, section 2.1.1
 */
export function hashOfLeaf(data: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(0), data]), 'buffer')
}

export function hashOfNode(left: Buffer, right: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.of(1), left, right]), 'buffer')
}

/** The largest power of two below a number of leaves: so many stand in the left subtree. */
export function leavesOnTheLeft(size: number): number {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}

export function isPowerOfTwo(size: number): boolean {
  return Number.isInteger(Math.log2(size))
}
