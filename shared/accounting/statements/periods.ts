import type { Granularity } from '../../contract/statements/statements.ts'
import { addDays, endOfMonth } from '../amounts/dates.ts'
import type { FiscalYear } from '../setup/fiscal-years.ts'
import type { Bucket } from './statement.ts'

/**
 * The buckets of a statement: every earlier fiscal year as a whole, then the year itself, whole or cut into months or
 * quarters. They are cut from the fiscal year, so the first and the last may be shorter than the others.
 *
 * @param years contiguous; the statement's year and all before it
 */
export function statementBuckets(years: readonly FiscalYear[], granularity: Granularity | undefined): Bucket[] {
  const sorted = [...years].sort((a, b) => (a.start_date < b.start_date ? -1 : 1))
  const current = sorted.pop()
  if (!current) return []
  return [...sorted, ...(granularity ? periodsOf(current, granularity) : [current])].map(
    ({ fiscal_year_id, start_date, end_date }) => ({ fiscal_year_id, start_date, end_date }),
  )
}

/** Months or quarters of one fiscal year, counted from its start. */
function periodsOf(year: FiscalYear, granularity: Granularity): Bucket[] {
  const months = granularity === 'month' ? 1 : 3
  const buckets: Bucket[] = []
  for (let start = year.start_date; ; ) {
    const end_date = endOfPeriod(start, months, year.end_date)
    buckets.push({ fiscal_year_id: year.fiscal_year_id, start_date: start, end_date })
    if (end_date === year.end_date) return buckets
    start = addDays(end_date, 1)
  }
}

/** The last day of so many months, or of the year where that comes first. Nothing is asked of days behind it: 9999 has none. */
function endOfPeriod(start: string, months: number, end_of_year: string): string {
  const end = endOfMonth(start)
  if (end >= end_of_year) return end_of_year
  return months === 1 ? end : endOfPeriod(addDays(end, 1), months - 1, end_of_year)
}
