import { expect } from 'chai'
import { contradictionInWords } from '../../../../../api/bank/repeats/contradiction-in-words.ts'
import type { StatementGap } from '../../../../../shared/accounting/bank/reconciliation/reconciliation.ts'

const GAP = {
  bank_account: 'CH9300762011623852957',
  date: '2026-02-04',
  amount_minor: 700n,
  contradiction: null,
} as const

const NAMED = { entry_count: 1, credit_minor: 800n, debit_minor: 0n } as const

describe('ids of bank statements in words', () => {
  for (const id of ["A$&B$'C$$", 'A{inner}{figures}B'])
    it(`stand as the bank has written them: ${id}`, () => {
      const gaps: StatementGap[] = [
        { ...GAP, kind: 'not_compared', after: id, before: 'LATER' },
        { ...GAP, kind: 'missing_page', after: null, before: id, missing_pages: [{ from: 2, to: 2 }] },
        {
          ...GAP,
          kind: 'contradiction',
          after: id,
          before: 'LATER',
          contradiction: { ...NAMED, why: 'alone', amount_minor: 0n },
        },
      ]
      for (const gap of gaps) expect(contradictionInWords(gap, 'CHF', 'en'), gap.kind).to.include(id)
    })
})
