import fc from 'fast-check'
import { addDays } from '../../../../shared/accounting/amounts/dates.ts'
import type { DatedStatement } from './dated-statements.ts'

export type WindowedHistory = {
  /** In the order of their import. */
  readonly statements: readonly DatedStatement[]
  readonly bookings: readonly { readonly day: number; readonly francs: number; readonly ref: string }[]
  readonly hasPeriods: boolean
}

export const DAYS = 9
export const START = 100
export const dayOf = (index: number) => addDays('2025-01-01', index)

/** A moment is a number of bookings that have happened, on a day. */
type Moment = { readonly day: number; readonly position: number }

const plan = fc.record({
  days: fc.array(fc.nat(DAYS - 1), { minLength: 3, maxLength: 12 }),
  signs: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  cuts: fc.array(fc.tuple(fc.nat(DAYS - 1), fc.nat(4)), { minLength: 1, maxLength: 7 }),
  beside: fc.array(fc.tuple(fc.nat(DAYS - 1), fc.nat(4), fc.nat(DAYS - 1), fc.nat(4)), { maxLength: 4 }),
  daily: fc.uniqueArray(fc.nat(DAYS - 1), { maxLength: 4 }),
  /** Whether a bank statement that begins behind a day has the date of that day, as its opening balance has. */
  datedBefore: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
  hasNumbers: fc.boolean(),
  hasPeriods: fc.boolean(),
  order: fc.array(fc.nat(1_000), { minLength: 20, maxLength: 20 }),
})

/**
 * True bookings, and windows of them: bank statements that follow each other, cut between days and within, and others beside them.
 * No two sums of amounts are equal, so the balances alone say what is true.
 */
export const windowedHistory: fc.Arbitrary<WindowedHistory> = plan.map((planned) => {
  const { days, signs, cuts, beside, daily, datedBefore, hasNumbers, hasPeriods, order } = planned
  const bookings = days
    .toSorted((a, b) => a - b)
    .map((day, at) => ({ day, francs: (signs[at] ? 1 : -1) * 2 ** at, ref: `REF-${at}` }))
  const momentAt = ([day, index]: readonly [number, number]): Moment => {
    const before = bookings.filter((one) => one.day < day).length
    const ofDay = bookings.filter((one) => one.day === day).length
    return { day, position: before + Math.min(index, ofDay) }
  }
  const balanceAt = (position: number) => bookings.slice(0, position).reduce((sum, { francs }) => sum + francs, START)
  const isBehind = ({ day, position }: Moment) => bookings[position - 1]?.day === day && bookings[position]?.day !== day
  const statement = (id: string, from: Moment, to: Moment, isDatedBefore: boolean): DatedStatement => ({
    id,
    period: [dayOf(isBehind(from) && !isDatedBefore && from.day < to.day ? from.day + 1 : from.day), dayOf(to.day)],
    balances: [balanceAt(from.position), balanceAt(to.position)],
    bookings: bookings.slice(from.position, to.position).map(({ day, ...one }) => ({ ...one, day: dayOf(day) })),
  })
  const ordered = (moments: readonly Moment[]) => moments.toSorted((a, b) => a.day - b.day || a.position - b.position)
  const borders = ordered([momentAt([0, 0]), ...cuts.map(momentAt), momentAt([DAYS - 1, 12])])
  const whole = borders.slice(1).map((to, at) => {
    const one = statement(`S-${at}`, borders[at] as Moment, to, datedBefore[at] ?? false)
    return hasNumbers ? { ...one, number: at + 1 } : one
  })
  const others = [
    ...beside.map(([from, index, to, other]) => ordered([momentAt([from, index]), momentAt([to, other])])),
    ...daily.map((day) => [momentAt([day, 0]), momentAt([day, 12])]),
  ].map(([from, to], at) => statement(`X-${at}`, from as Moment, to as Moment, datedBefore[19 - at] ?? false))
  const statements = [...whole, ...others]
    .map((one, at) => ({ one, rank: order[at % order.length] ?? 0 }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one)
  return { statements, bookings, hasPeriods }
})
