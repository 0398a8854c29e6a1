import { addDays } from '../amounts/dates.ts'
import { fiscalYearOf, fiscalYearsToAdd } from '../setup/fiscal-years.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'

/**
 * The day on which a reversal is booked by default: the day of the original while that is open, else the first open
 * day after it.
 *
 * @returns null when there is no open day: every later year is closed or lies too far ahead
 */
export function reversalDate(settings: PostingSettings, original_date: string, today: string): string | null {
  const { locked_through } = settings
  const earliest = locked_through && locked_through >= original_date ? addDays(locked_through, 1) : original_date
  return firstOpenDay(settings, earliest, today)
}

/** True when entries can be posted on that day; a year that does not exist yet counts when it may be made. */
export function isOpenDay(settings: PostingSettings, date: string, today: string): boolean {
  const { locked_through } = settings
  return (locked_through === null || date > locked_through) && firstOpenDay(settings, date, today) === date
}

function firstOpenDay(settings: PostingSettings, earliest: string, today: string): string | null {
  const year = fiscalYearOf(settings.fiscal_years, earliest)
  if (!year) return fiscalYearsToAdd(settings.fiscal_years, earliest, today).length > 0 ? earliest : null
  return year.state === 'open' ? earliest : firstOpenDay(settings, addDays(year.end_date, 1), today)
}
