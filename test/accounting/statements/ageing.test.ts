import { expect } from 'chai'
import { AGE_BOUNDS, ageOf, ageOn } from '../../../shared/accounting/statements/ageing.ts'

describe('ageing of open items', () => {
  const cases = [
    ['2026-01-01', 0, 'not_due'],
    ['2026-03-31', 0, 'not_due'],
    ['2026-04-01', 1, 'days_1_30'],
    ['2026-04-30', 30, 'days_1_30'],
    ['2026-05-01', 31, 'days_31_60'],
    ['2026-05-30', 60, 'days_31_60'],
    ['2026-05-31', 61, 'days_61_90'],
    ['2026-06-29', 90, 'days_61_90'],
    ['2026-06-30', 91, 'over_90_days'],
    ['2031-03-31', 1_826, 'over_90_days'],
  ] as const
  for (const [date, days_overdue, age] of cases)
    it(`on ${date}, what was due on 31.3. is ${age}`, () => {
      expect(ageOn(date, '2026-03-31')).to.deep.equal({ days_overdue, age })
    })

  it('counts days across a leap day and a change of the clock', () => {
    expect(ageOn('2024-03-01', '2024-02-28').days_overdue).to.equal(2)
    expect(ageOn('2026-10-26', '2026-10-24').days_overdue).to.equal(2)
  })

  it('has an age for every number of bounds that are reached', () => {
    expect([0, ...AGE_BOUNDS].map((_, bucket) => ageOf(bucket))).to.deep.equal(
      cases.flatMap(([, , age], at) => (at % 2 ? [age] : [])),
    )
  })
})
