import { expect } from 'chai'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import { matcherOf } from '../../../support/matching/matcher.ts'

const NAME = 'Kundin Muster GmbH'
/** Of one amount, without a number: one each month. */
const bills = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `bill-${String(index).padStart(3, '0')}`,
    currency: 'CHF',
    document_date: addDays('2020-01-01', index * 30),
    amount_minor: 150_000n,
    open_amount_minor: 150_000n,
    payment_reference: null,
    document_number: null,
    partner_name: NAME,
  }))
const PAYMENT = { id: 'p', currency: 'CHF', amount_minor: 150_000n, references: [], name: NAME }

/** No number tells which of them is paid, so a person chooses: 90 and more is for what the payer names. A month says which is likelier. */
describe('equal bills without a number, of a payer who names none', () => {
  for (const count of [1, 2, 12, 50, 60, 200])
    for (const text of ['', 'Miete', 'Miete Oktober', 'Rechnung November 2026', '2026-11'])
      it(`"${text}" for ${count}: at most five, and none scores 90`, () => {
        for (const known_partners of [[], [{ name: NAME, reference: null }]]) {
          const found = matcherOf(bills(count)).match({ ...PAYMENT, text, known_partners })
          expect(found.length).to.equal(Math.min(count, 5))
          expect(found.every(({ score }) => score <= 69)).to.equal(true)
        }
      })

  it('a payment of two of sixty says that others add up, too', () => {
    const found = matcherOf(bills(60)).match({ ...PAYMENT, amount_minor: 300_000n, text: 'Miete' })
    expect(found.map(({ score }) => score)).to.deep.equal([40, 40])
    expect(found.every(({ reasons }) => reasons.includes('other_sums'))).to.equal(true)
  })
})
