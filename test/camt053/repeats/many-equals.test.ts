import { expect } from 'chai'
import { createRepeatDecider } from '../../../shared/camt053/repeats/decide-repeats.ts'
import { createStatementRelations } from '../../../shared/camt053/repeats/statement-relations.ts'
import { completed } from '../../accounting/bank/completed.ts'

/** A thousand of them are compared; behind these may be the one that comes again. */
describe('more equal bank entries than are compared', () => {
  const kept = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ entry_id: `K${at}`, occurrence: at + 1, references: [`entry ${at}`], is_undecided: false },
      statement_keys: ['A:0'],
    }))
  const decided = (hasMore: boolean, references: string[]) => {
    const incoming = ['E1', 'E2'].map((entry_id) => ({
      ...{ entry_id, statement_key: 'B:0', first_hash: 'H', references },
    }))
    const known = new Map([['H', { kept: kept(1_000), last_occurrence: hasMore ? 1_001 : 1_000, hasMore }]])
    const { result } = completed(createRepeatDecider(createStatementRelations([]))(incoming, known))
    return [...result.values()]
  }

  it('keep another one as a possible repeat, although none of those that are compared has its references', () => {
    const repeats = decided(true, ['entry of its own'])
    expect(repeats).to.deep.equal([
      { kind: 'new', occurrence: 1_002, possible_repeat_of: 'K999' },
      { kind: 'new', occurrence: 1_003, possible_repeat_of: 'K998' },
    ])
  })

  it('leave no doubt where all of them are compared', () => {
    const repeats = decided(false, ['entry of its own'])
    expect(repeats).to.deep.equal(
      [1_001, 1_002].map((occurrence) => ({ kind: 'new', occurrence, possible_repeat_of: null })),
    )
  })

  it('keep each one without references as a possible repeat of another', () => {
    const repeats = decided(true, [])
    expect(repeats).to.deep.equal(
      [1_002, 1_003].map((occurrence, at) => ({ kind: 'new', occurrence, possible_repeat_of: `K${at}` })),
    )
  })
})
