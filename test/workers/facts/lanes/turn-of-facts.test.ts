import { expect } from 'chai'
import { turnOfFacts } from '../../../../workers/facts/turn-of-facts.ts'

const fact = (source_fact_id: string, lines: number | null, is_behind = false) => ({
  end_customer_id: source_fact_id.slice(0, 1),
  source_fact_id,
  lines,
  is_behind,
})
const taken = (facts: Parameters<typeof turnOfFacts>[0], most_lines: number, most_of_customer = most_lines) =>
  turnOfFacts(facts, { most_lines, most_of_customer })
    .map(({ source_fact_id }) => source_fact_id)
    .join(' ')

describe('the facts that one transaction decides', () => {
  const [a1, a2, a3] = [fact('a1', 1_000), fact('a2', 1_000), fact('a3', null)]
  const [b1, b2, c1] = [fact('b1', null), fact('b2', null), fact('c1', 300)]

  it('are all of them where they are few', () => {
    expect(taken([a1, b1, b2], 2_000)).to.equal('a1 b1 b2')
    expect(taken([], 2_000)).to.equal('')
  })

  it('are those of every end customer in turn, however long the facts of one are', () => {
    expect(taken([a1, a2, a3, b1, b2, c1], 2_000)).to.equal('a1 b1 b2 c1')
    expect(taken([a1, a2, a3, b1, b2, c1], 310)).to.equal('b1 b2 c1')
  })

  it('are at least one, however long it is', () => {
    expect(taken([a1, a2], 10)).to.equal('a1')
  })

  it('never leave out an earlier one of the same end customer', () => {
    expect(taken([a1, a3], 500)).to.equal('a1')
    expect(taken([a1, a3, b1], 500)).to.equal('b1')
  })

  it('are no more of one end customer than it may have', () => {
    expect(taken([a1, a2, b1, b2], 4_000, 400)).to.equal('b1 b2')
  })

  it('are none of those before which others have not been looked at', () => {
    expect(taken([b1, { ...b2, is_behind: true }], 100)).to.equal('b1')
  })
})
