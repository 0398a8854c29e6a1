import { expect } from 'chai'
import { GrowingTree } from '../../shared/proof/tree/growing-tree.ts'
import { hashOfLeaf, hashOfNode } from '../../shared/proof/tree/hashes-of-tree.ts'
import { MerkleTree, rootOfPath } from '../../shared/proof/tree/merkle-tree.ts'
import { there } from '../support/there.ts'

/** The tree of RFC 9162, section 2.1.5 has seven leaves; these are the eight of the tests of Certificate Transparency. */
const DATA = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const LEAVES = DATA.map((hex) => hashOfLeaf(Buffer.from(hex, 'hex')))

describe('the tree of RFC 9162', () => {
  it('has the roots that the tests of Certificate Transparency have, also while it grows', () => {
    const [known, growing] = [new MerkleTree(), new GrowingTree()]
    for (const [index, leaf] of LEAVES.entries()) {
      known.set(index, 1, leaf)
      growing.append(leaf)
      expect(known.rootOf(index + 1).toString('hex')).to.equal(ROOTS[index])
      expect(growing.root().toString('hex')).to.equal(ROOTS[index])
    }
  })

  it('has the paths of section 2.1.5', () => {
    const tree = new MerkleTree()
    const d = LEAVES.slice(0, 7)
    for (const [index, leaf] of d.entries()) tree.set(index, 1, leaf)
    const [a, b, c, e, f, j] = d as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer]
    const [g, h, i] = [hashOfNode(a, b), hashOfNode(c, e), hashOfNode(f, j)]
    const [k, l] = [hashOfNode(g, h), hashOfNode(i, there(d[6]))]
    expect(tree.pathOf(0, 7)).to.deep.equal([b, h, l])
    expect(tree.pathOf(3, 7)).to.deep.equal([c, g, l])
    expect(tree.pathOf(4, 7)).to.deep.equal([j, d[6], k])
    expect(tree.pathOf(6, 7)).to.deep.equal([i, k])
  })

  it('leads from every leaf of every size to its root, and from no other place', () => {
    const leaves = Array.from({ length: 21 }, (_, index) => hashOfLeaf(Buffer.of(index)))
    const tree = new MerkleTree()
    for (const [index, leaf] of leaves.entries()) tree.set(index, 1, leaf)
    for (let size = 1; size <= leaves.length; size += 1)
      for (let index = 0; index < size; index += 1) {
        const path = tree.pathOf(index, size)
        const root = tree.rootOf(size).toString('hex')
        const leaf = there(leaves[index])
        expect(rootOfPath(leaf, index, size, path)?.toString('hex')).to.equal(root)
        expect(rootOfPath(hashOfLeaf(Buffer.of(99)), index, size, path)?.toString('hex')).to.not.equal(root)
        expect(rootOfPath(leaf, index, size, [...path, leaf])).to.equal(null)
        if (path.length > 0) expect(rootOfPath(leaf, index, size, path.slice(1))?.toString('hex')).to.not.equal(root)
      }
    expect(rootOfPath(there(leaves[0]), 1, 1, [])).to.equal(null)
  })

  it('is hashed in steps of one hash, and has the same root and paths', () => {
    const [inSteps, atOnce] = [new MerkleTree(), new MerkleTree()]
    for (const tree of [inSteps, atOnce])
      for (let leaf = 0; leaf < 21; leaf += 1) tree.set(leaf, 1, hashOfLeaf(Buffer.of(leaf)))
    // Of 21 leaves: 10 pairs, 5 fours, 2 eights, 1 sixteen.
    expect([...inSteps.hashInSteps(21)]).to.have.length(18)
    expect(inSteps.rootOf(21)).to.deep.equal(atOnce.rootOf(21))
    for (let leaf = 0; leaf < 21; leaf += 1) expect(inSteps.pathOf(leaf, 21)).to.deep.equal(atOnce.pathOf(leaf, 21))
  })

  it('tells of each complete subtree once', () => {
    const seen: [number, number][] = []
    const tree = new GrowingTree((start, size) => seen.push([start, size]))
    for (const leaf of LEAVES.slice(0, 6)) tree.append(leaf)
    expect(seen).to.deep.equal([
      [0, 2],
      [2, 2],
      [0, 4],
      [4, 2],
    ])
    expect(tree.size).to.equal(6)
  })
})
