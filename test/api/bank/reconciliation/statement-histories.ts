import fc from 'fast-check'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import type { DatedStatement } from './dated-statements.ts'

export type StatementHistory = {
  readonly statements: readonly DatedStatement[]
  /** Balance at the end of each day. */
  readonly balances: readonly number[]
  /** A bank statement that nobody else covers, with what happened in it. */
  readonly lost: { readonly id: string; readonly francs: number } | null
}

const DAYS = 45
const FIRST_DAY = '2025-01-01'
export const dayOf = (index: number) => addDays(FIRST_DAY, index)

const booking = fc.record({
  day: fc.nat(DAYS - 1),
  francs: fc.constantFrom(20, 20, 50, -30, -20, 70),
  text: fc.constantFrom('', 'TWINT'),
})

const sending = fc.record({
  hasReferences: fc.boolean(),
  cuts: fc.uniqueArray(fc.integer({ min: 1, max: DAYS - 1 }), { minLength: 1, maxLength: 6 }),
  /** By how many days a bank statement begins within the one before. */
  overlaps: fc.array(fc.nat(12), { minLength: 7, maxLength: 7 }),
  hasOverlaps: fc.boolean(),
  hasMonth: fc.boolean(),
  isDaily: fc.boolean(),
  order: fc.array(fc.nat(1_000), { minLength: 60, maxLength: 60 }),
  lost: fc.nat(6),
})

/** A true history of an account, cut into bank statements: apart or overlapping, days and months, in any order. */
export const statementHistory = (iban: string, currency: string): fc.Arbitrary<StatementHistory> =>
  fc
    .tuple(fc.array(booking, { minLength: 4, maxLength: 14 }), fc.integer({ min: -100, max: 900 }), sending)
    .map(([unordered, start, { hasReferences, cuts, overlaps, hasOverlaps, hasMonth, isDaily, order, lost }]) => {
      const bookings = unordered
        .toSorted((a, b) => a.day - b.day)
        .map((one, at) => ({ ...one, ...(hasReferences ? { ref: `REF-${iban}-${at}` } : {}) }))
      const balanceBefore = (day: number) =>
        bookings.filter((one) => one.day < day).reduce((sum, { francs }) => sum + francs, start)
      const statement = (id: string, from: number, to: number): DatedStatement => ({
        id,
        iban,
        currency,
        period: [dayOf(from), dayOf(to)],
        balances: [balanceBefore(from), balanceBefore(to + 1)],
        bookings: bookings
          .filter(({ day }) => from <= day && day <= to)
          .map(({ day, ...one }) => ({ ...one, day: dayOf(day) })),
      })
      const borders = [0, ...cuts.toSorted((a, b) => a - b), DAYS]
      const windows = borders.slice(1).map((to, at): [number, number] => {
        const from = borders[at] ?? 0
        return [hasOverlaps ? Math.max(0, from - (overlaps[at] ?? 0)) : from, to - 1]
      })
      const days = new Set(bookings.map(({ day }) => day).filter((day) => day < 20))
      const statements = [
        ...windows.map(([from, to], at) => statement(`S-${at}`, from, to)),
        ...(hasMonth ? [statement('M', 0, 30)] : []),
        ...(isDaily ? [...days].map((day) => statement(`D-${day}`, day, day)) : []),
      ]
      const inner = windows.length > 2 ? 1 + (lost % (windows.length - 2)) : 0
      const [from, to] = windows[inner] ?? [0, 0]
      return {
        statements: statements
          .map((one, at) => ({ one, rank: order[at] ?? 0 }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ one }) => one),
        balances: Array.from({ length: DAYS }, (_, day) => balanceBefore(day + 1)),
        lost:
          inner && !hasOverlaps && !hasMonth && !isDaily
            ? { id: `S-${inner}`, francs: balanceBefore(to + 1) - balanceBefore(from) }
            : null,
      }
    })
