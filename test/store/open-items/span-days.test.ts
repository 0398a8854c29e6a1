import { expect } from 'chai'
import fc from 'fast-check'
import { addDays } from '../../../shared/accounting/amounts/dates.ts'
import { row, sql } from '../../../shared/store/db/database.ts'
import { service } from '../../support/service.ts'

const START = '2023-12-01'

/** The number of the day of a span, and those that a day may have. */
async function daysOf(first: string, end: string, day: string) {
  return service().web.pool.one(sql.type(row<{ span: number | null; days: number[] }>())`
    select span_day(${first}, ${end}) as span, array(select span_days(${day})) as days
  `)
}

describe('the day of a span', () => {
  it('is among those of every day of the span, and of no span without days', async () => {
    const span = fc.tuple(fc.nat(800), fc.integer({ min: 1, max: 700 }), fc.nat())
    await fc.assert(
      fc.asyncProperty(span, async ([from, length, at]) => {
        const [first, end] = [addDays(START, from), addDays(START, from + length)]
        const found = await daysOf(first, end, addDays(first, at % length))
        expect(found.days).to.include(found.span)
      }),
      { seed: 29, numRuns: 150 },
    )
    expect((await daysOf(START, START, START)).span).to.equal(null)
  })

  it('lies in the span, so that it has begun or is not over when another day is compared with it', async () => {
    for (const [first, end] of [
      ['0001-01-01', '0001-01-02'],
      ['2023-12-31', '2024-01-01'],
      ['2024-02-28', '2024-03-02'],
      ['0001-01-01', '9999-12-31'],
    ] as const) {
      const { span } = await daysOf(first, end, first)
      const day = addDays('0001-01-01', (span ?? 0) - 1)
      expect(day >= first && day < end, `${day} from ${first} to ${end}`).to.equal(true)
    }
  })

  it('of a day there is one for each power of two', async () => {
    const { days } = await daysOf(START, START, '2026-03-31')
    expect([days.length, new Set(days).size]).to.deep.equal([22, 22])
  })
})
