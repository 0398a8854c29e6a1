import { isDayOf } from './days-of-bills.ts'
import { type DatedDocument, namesMonthOf, namesOwnMonthOf, type TextOfMonths } from './months-of-bills.ts'

/** Which of equal bills a text names by the day of their document, or by the month. A bill may be of the month before, where none is there of that month itself. */
export function billsMeant<Bill extends DatedDocument>(bills: readonly Bill[], months: TextOfMonths): readonly Bill[] {
  const ofDay = billsOfDay(bills, months)
  if (ofDay.length > 0) return ofDay
  const own = bills.filter((bill) => namesOwnMonthOf(months, bill))
  return own.length > 0 ? own : bills.filter((bill) => namesMonthOf(months, bill))
}

export function billsOfDay<Bill extends DatedDocument>(
  bills: readonly Bill[],
  { days }: TextOfMonths,
): readonly Bill[] {
  return bills.filter((bill) => isDayOf(days, bill))
}
