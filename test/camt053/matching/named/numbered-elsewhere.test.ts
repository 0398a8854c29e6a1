import { expect } from 'chai'
import { createNumberLook } from '../../../../shared/camt053/matching/named/numbered-elsewhere.ts'

const NAME = 'Immo AG'
/** Bills of one amount, each by the day of its document. */
const bill = (document_date: string, document_number = `N-${document_date.slice(5, 7)}`) => ({
  ...{ document_number, document_date, due_date: null, partner_name: NAME, partner_key: NAME },
  ...{ supplier_payable_id: document_date, creditor_iban: null, currency: 'CHF', open_amount_minor: 216_200n },
})

/** What a debit of 26 November has settled, what it says, what is open, and what of that it names. */
const CASES: readonly (readonly [settled: string, text: string, open: readonly string[], named: readonly string[]])[] =
  [
    ['2026-11-25', 'Miete Oktober', ['2026-10-25'], ['2026-10-25']],
    ['2026-11-25', 'Rechnung Oktober 2026', ['2026-09-05', '2026-10-25'], ['2026-10-25']],
    ['2026-11-25', 'Rechnung Oktober 2026', ['2026-09-25', '2026-10-25'], ['2026-09-25', '2026-10-25']],
    ['2026-11-25', 'Rechnung 25.10.2026', ['2026-10-25'], ['2026-10-25']],
    ['2026-11-01', 'Miete 09/2026', ['2026-09-01', '2026-10-01'], ['2026-09-01']],
    // It may be for what it was used for.
    ['2026-11-25', 'Miete Oktober', ['2026-12-25'], []],
    ['2026-11-25', 'Miete Oktober', ['2026-09-05'], []],
    ['2026-11-25', 'Miete November', ['2026-10-25'], []],
    ['2026-11-25', 'Miete Oktober und November', ['2026-10-25'], []],
    ['2026-10-01', 'Miete Oktober', ['2026-10-25'], []],
    ['2026-11-25', 'Miete Oktober, N-11', ['2026-10-25'], []],
    ['2026-11-25', 'Zahlung Oktober', ['2026-10-25'], []],
    ['2026-11-25', 'Miete', ['2026-10-25'], []],
  ]

describe('a debit that has settled a bill, and names the month of another one', () => {
  for (const [settled, text, open, named] of CASES)
    it(`names ${named.join() || 'none'} of ${open.join()} with "${text}", and has settled ${settled}`, () => {
      const look = createNumberLook(open.map((day) => bill(day)))
      const found = look({
        ...{ entry_id: 'e', is_dismissed: false, name: NAME, account: null, references: [], text },
        ...{ amounts: ['CHF 216200'], day: '2026-11-26', value_day: null },
        items: [{ ...bill(settled), payment_reference: null }],
      })
      expect(found.map(({ supplier_payable_id }) => supplier_payable_id)).to.deep.equal(named)
    })
})
