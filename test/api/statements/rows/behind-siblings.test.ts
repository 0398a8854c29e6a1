import { expect } from 'chai'
import fc from 'fast-check'
import { behindSiblings } from '../../../../api/statements/behind-siblings.ts'

type Row = { readonly row_key: string; readonly parent_key: string | null }

/** The rule as it is said, with a look at all rows for each. */
function plainly(shown: readonly Row[], optional_rows: readonly Row[], all: readonly Row[]): Row[] {
  const rows = [...shown]
  const isBelow = ({ parent_key }: Row, key: string | null): boolean => {
    if (parent_key === null) return false
    const parent = all.find(({ row_key }) => row_key === parent_key)
    return parent_key === key || (parent !== undefined && isBelow(parent, key))
  }
  for (const row of optional_rows) {
    const sibling = rows.findLastIndex((other) => isBelow(other, row.parent_key) || other.row_key === row.parent_key)
    rows.splice(sibling === -1 ? rows.length : sibling + 1, 0, row)
  }
  return rows
}

/** A tree of rows in any order: each is below an earlier one or at the top; some are shown, and some come behind. */
const trees = fc
  .array(fc.record({ above: fc.nat(20), isTop: fc.boolean(), isShown: fc.boolean(), at: fc.nat(100) }), {
    maxLength: 12,
  })
  .map((nodes) => {
    const rows = nodes.map(({ above, isTop, ...node }, index) => ({
      ...node,
      row: { row_key: `r${index}`, parent_key: isTop || index === 0 ? null : `r${above % index}` },
    }))
    return rows.sort((one, other) => one.at - other.at)
  })
const places = fc.array(fc.oneof(fc.nat(14), fc.constant(null)), { maxLength: 15 })

it('rows that are shown where something stands on them come behind the last one below their parent, or behind it, or last', () => {
  fc.assert(
    fc.property(trees, places, (tree, parents) => {
      const all = tree.map(({ row }) => row)
      const shown = tree.flatMap(({ row, isShown }) => (isShown ? [row] : []))
      const optional = parents.map((parent, index) => ({
        row_key: `o${index}`,
        parent_key: parent === null ? null : `r${parent}`,
      }))
      expect(behindSiblings(shown, optional, all)).to.deep.equal(plainly(shown, optional, all))
    }),
    { numRuns: 2_000 },
  )
})
