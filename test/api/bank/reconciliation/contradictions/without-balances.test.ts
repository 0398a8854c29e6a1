import { expect } from 'chai'
import { newKmuCustomer } from '../../../../support/requests/kmu-chart.ts'
import { countsOf } from '../../imports-of.ts'
import { type DatedStatement, fileOf, reconciled } from '../dated-statements.ts'

/** Nothing but its bookings says what happened on the days of such a bank statement. */
describe('the bank reconciliation of a bank statement without balances', () => {
  const known = { day: '2025-01-10', francs: 100, ref: 'r1' }
  const shared = { day: '2025-01-20', francs: 200, ref: 'r2' }
  const late = { day: '2025-02-10', francs: 50, ref: 'r3' }
  const JANUARY: DatedStatement = {
    id: 'January',
    period: ['2025-01-01', '2025-01-31'],
    balances: [0, 300],
    bookings: [known, shared],
  }
  const without = (...bookings: DatedStatement['bookings']): DatedStatement => ({
    id: 'Crossing',
    period: ['2024-12-16', '2025-02-15'],
    balances: null,
    bookings,
  })
  const CASES = [
    ['explains nothing less where the other one has what it has', [shared, late], true, []],
    [
      'contradicts that one by a booking of its days',
      [shared, { ...known, francs: 30, ref: 'r4' }, late],
      false,
      ['contradiction 30'],
    ],
    ['tells of days before and behind it', [{ ...known, day: '2024-12-20', ref: 'r5' }, late], true, []],
  ] as const

  for (const order of ['first', 'last'] as const)
    for (const [what, bookings, is_explained, gaps] of CASES)
      it(`${what}, imported ${order}`, async () => {
        const customer = await newKmuCustomer()
        const statements = [JANUARY, without(...bookings)]
        await countsOf(customer, ...(order === 'last' ? statements : statements.toReversed()).map(fileOf))
        const { body, gaps: found } = await reconciled(customer, '2025-02-15')
        expect(found.filter((gap) => !gap.startsWith('no_statement_since'))).to.deep.equal(gaps)
        expect(body.is_explained).to.equal(is_explained)
        if (gaps.length > 0)
          expect(body.gaps[0]?.text).to.equal(
            'Crossing hat Buchungen, die in January fehlen: 1, Gutschriften CHF 30.00, Belastungen CHF 0.00.',
          )
      })
})
