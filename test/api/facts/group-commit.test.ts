import { expect } from 'chai'
import { groupCommit } from '../../../api/facts/group-commit.ts'

type Item = { readonly name: string; readonly weight: number }

/** Groups in the order in which they are committed, of items whose key is their first letter. */
async function groupsOf(names: readonly string[], weight = 1, concurrency = 1): Promise<string[][]> {
  const groups: string[][] = []
  const commit = async (items: readonly Item[]) => {
    groups.push(items.map(({ name }) => name))
    return items.map(({ name }) => `${name} is done`)
  }
  const submit = groupCommit<Item, string>(commit, {
    max_group: 4,
    max_weight: 10,
    concurrency,
    keyOf: ({ name }) => name.slice(0, 1),
    weightOf: (item) => item.weight,
  })
  const results = await Promise.all(names.map((name) => submit({ name, weight })))
  expect(results).to.deep.equal(names.map((name) => `${name} is done`))
  return groups
}

describe('group commit', () => {
  it('takes the items of one key in the order in which they came', async () => {
    expect(await groupsOf(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'])).to.deep.equal([
      ['a1', 'a2', 'a3', 'a4'],
      ['a5', 'a6'],
    ])
  })

  it('has an item of each key in the next group, however many another key has waiting', async () => {
    const many = Array.from({ length: 9 }, (_, index) => `a${index}`)
    const groups = await groupsOf([...many, 'b1', 'b2', 'c1'])
    expect(groups).to.deep.equal([
      ['a0', 'b1', 'c1', 'a1'],
      ['b2', 'a2', 'a3', 'a4'],
      ['a5', 'a6', 'a7', 'a8'],
    ])
  })

  it('has few heavy items; one that is heavier than a group is alone', async () => {
    expect(await groupsOf(['a1', 'a2', 'a3', 'b1'], 4)).to.deep.equal([
      ['a1', 'b1'],
      ['a2', 'a3'],
    ])
    expect(await groupsOf(['a1', 'a2'], 11)).to.deep.equal([['a1'], ['a2']])
  })
})
