import { expect } from 'chai'
import { createRepeatDecider } from '../../../shared/camt053/repeats/decide-repeats.ts'
import type { KnownBankStatement } from '../../../shared/camt053/repeats/known-bank-statement.ts'
import {
  type DoubtfulEntry,
  mergeOverlaps,
  type StatementPair,
} from '../../../shared/camt053/repeats/merge-overlaps.ts'
import { pairsInDoubt } from '../../../shared/camt053/repeats/pairs-in-doubt.ts'
import { createStatementRelations } from '../../../shared/camt053/repeats/statement-relations.ts'
import { completed } from '../../accounting/bank/completed.ts'
import { there } from '../../support/there.ts'

/** What there is no room for stays in doubt: it is neither linked nor taken for another booking. */
describe('bank statements in doubt after an import', () => {
  /** Bank statements that overlap, by the number of their bank entries. */
  const overlapping = (counts: readonly number[]) => {
    const known = counts.map((entry_count, at) => overlappingStatement(at, entry_count))
    const keys = known.map(({ key }) => key)
    const equals = new Map([['H', { kept: keys.map((key) => ({ statement_keys: [key] })) }]])
    const undecided = keys.map((key) => ({ first_hash: 'H', statement_keys: [key] }))
    return { keys, equals, undecided, relations: createStatementRelations(known) }
  }

  it('are compared as far as their bank entries have room together', () => {
    const { equals, undecided, relations } = overlapping(Array.from({ length: 40 }, () => 18_000))
    const { pairs } = completed(pairsInDoubt(undecided, equals, relations)).result
    expect(pairs.length).to.equal(1)
  })

  it('are left out one by one where they are too large, and others are compared', () => {
    const { equals, undecided, relations } = overlapping([30_000, 20_000, 5, 30_000, 7])
    const { pairs } = completed(pairsInDoubt(undecided, equals, relations)).result
    const counts = pairs.map((pair) => pair.map(({ entry_count }) => entry_count))
    expect(counts).to.deep.equal([
      [20_000, 5],
      [20_000, 7],
      [5, 7],
    ])
  })

  it('are looked at one by one, and others go on in between', () => {
    const { equals, undecided, relations } = overlapping(Array.from({ length: 60 }, () => 30_000))
    expect(completed(pairsInDoubt(undecided, equals, relations)).steps).to.be.at.least(60 * 60)
  })

  it('are looked for around one pair after the other, and others go on in between', () => {
    // Each begins where the one before ends, so whatever is on the day leads to all of them.
    const known = Array.from({ length: 30 }, (_, at) => ({
      ...overlappingStatement(at, 1),
      opening_minor: BigInt(50 * at),
      closing_minor: BigInt(50 * at + 50),
      period: { from: '2026-03-04T00:00:00', to: '2026-03-04T23:59:59' },
      balance_days: { from: '2026-03-04', to: '2026-03-04' },
    }))
    const long = { ...overlappingStatement(0, 60), key: 'L:0', statement_key: 'L:0' }
    const relations = createStatementRelations([...known, { ...long, closing_minor: 3_000n, net_minor: 3_000n }])
    const keys = known.map(({ key }) => key)
    const equals = new Map([['H', { kept: [...keys, 'L:0'].map((key) => ({ statement_keys: [key] })) }]])
    const undecided = keys.map((key) => ({ first_hash: 'H', statement_keys: [key] }))
    let looked = 0
    const counted: typeof relations = {
      ...relations,
      mayBeAround(statement) {
        looked += 1
        return relations.mayBeAround(statement)
      },
    }
    const work = pairsInDoubt(undecided, equals, counted)
    const ofSteps: number[] = []
    for (let isDone: boolean | undefined = false; !isDone; ) {
      const before = looked
      isDone = work.next().done
      ofSteps.push(looked - before)
    }
    expect(looked).to.be.at.least(60)
    expect(Math.max(...ofSteps)).to.be.at.most(4)
  })

  it('are decided bank statement by bank statement, and others go on in between', () => {
    const { keys, relations } = overlapping(Array.from({ length: 300 }, () => 1))
    const kept = keys.map((key, at) => ({
      ...{ entry_id: `K${at}`, occurrence: at, references: [], statement_keys: [key], is_undecided: false },
    }))
    const incoming = keys.map((statement_key, at) => ({
      ...{ entry_id: `E${at}`, statement_key, first_hash: 'H', references: [] },
    }))
    const known = new Map([['H', { kept, last_occurrence: 300, hasMore: false }]])
    const { result, steps } = completed(createRepeatDecider(relations)(incoming, known))
    expect([result.size, steps]).to.deep.equal([300, 300])
  })

  it('prove nothing where too many equal bank entries would have to be held against each other', () => {
    const { keys, relations } = overlapping([3_000, 3_000])
    const [one, other] = keys.map((key) => there(relations.wholeOf(key)))
    const pair: StatementPair = [there(one), there(other)]
    // None of them is in doubt, so each is compared with all of the others.
    const entries = pair.map((_, place) =>
      Array.from({ length: 3_000 }, (_, at) => sure(`${place}-${at}`, keys[place])),
    )
    const entriesOf = new Map(pair.map((statement, place) => [statement, there(entries[place])]))
    const { result, steps } = completed(mergeOverlaps([pair], entriesOf, relations))
    expect(result).to.deep.equal({ merges: [], provenPairs: [] })
    expect(steps).to.be.within(500, 1_500)
  })
})

function sure(entry_id: string, key = ''): DoubtfulEntry {
  const entry = { entry_id, content: 'H', day: '2026-03-04', signed_minor: 1n, references: [], statement_keys: [key] }
  return { ...entry, is_undecided: false, possible_repeat_of: null }
}

/** Of two days, with balances that nothing else has. */
function overlappingStatement(at: number, entry_count: number): KnownBankStatement {
  const days = { from: '2026-03-04', to: '2026-03-05' }
  const opening_minor = BigInt(100 * at)
  return {
    key: `I${at}:0`,
    statement_key: `I${at}:0`,
    bank_account: 'CH1',
    statement_id: `S${at}`,
    page: null,
    created: null,
    sequences: [null, null],
    period: { from: `${days.from}T00:00:00`, to: `${days.to}T23:59:59` },
    balance_days: days,
    currency: 'CHF',
    opening_minor,
    closing_minor: opening_minor + 50n,
    net_minor: 50n,
    entry_count,
    digest: `${at}`,
  }
}
