import { expect } from 'chai'
import { createStatementRelations } from '../../../shared/camt053/repeats/statement-relations.ts'
import { type Doubtful, findProvenNew } from '../../../workers/bank/find-proven-new.ts'
import { completed } from '../../accounting/bank/completed.ts'

describe('possible repeats with other references', () => {
  it('are compared with each equal bank entry, and others go on in between', () => {
    const rows = Array.from({ length: 50 }, (_, at) => ({
      entry_id: `E${at}`,
      references: [`entry ${at}`],
      statement_keys: [`I${at}:0`],
      occurrence: at,
      is_undecided: true,
    }))
    const undecided = rows.map(({ references, ...possible }) => ({
      ...possible,
      ...{ import_id: 'I', first_hash: 'H', booking_date: '2026-03-04', amount_minor: 1n, bank_references: references },
    }))
    const doubtful: Doubtful = {
      undecided,
      equals: new Map([['H', { kept: rows, last_occurrence: 50, hasMore: false }]]),
    }
    const { result, steps } = completed(findProvenNew(doubtful, [], createStatementRelations([])))
    expect([result.length, steps]).to.deep.equal([50, 50 * 50])
  })
})
