import type { FiscalYearState } from '../../contract/setup/settings.ts'
import { addDays, addYears } from '../amounts/dates.ts'

export type FiscalYear = {
  readonly fiscal_year_id: string
  readonly start_date: string
  readonly end_date: string
  readonly state: FiscalYearState
}

export type NewFiscalYear = FiscalYear & { readonly end_customer_id: string }

const FIRST_DATE = '1990-01-01'

/** Lists of fiscal years have no pages, and every posting reads them all. Nobody's books have as many. */
export const MOST_FISCAL_YEARS = 300

/** The year that a date falls into, or undefined where none has been made yet. */
export function fiscalYearOf(years: readonly FiscalYear[], date: string): FiscalYear | undefined {
  return years.find((year) => year.start_date <= date && date <= year.end_date)
}

/**
 * Fiscal years grow by themselves for dates from 1990 to one year ahead of today; outside, a year must be set. An open
 * year never stands behind a closed one, so none grows before it. They do not grow across a gap of hundreds of years.
 */
export function canHaveFiscalYear(years: readonly FiscalYear[], date: string, today: string): boolean {
  const is_behind = years.some(({ state, start_date }) => state === 'closed' && date < start_date)
  const is_near = years.length + yearsBetween(years, date) <= MOST_FISCAL_YEARS
  return !is_behind && is_near && date >= FIRST_DATE && date <= addYears(today, 1)
}

/** The number of years that would have to be added up to a date that has none, or one more. */
function yearsBetween(years: readonly FiscalYear[], date: string): number {
  if (years.length === 0) return 1
  const distances = years.map(({ start_date, end_date }) =>
    date < start_date ? numberOf(start_date) - numberOf(date) : numberOf(date) - numberOf(end_date),
  )
  return Math.min(...distances) + 1
}

function numberOf(date: string): number {
  return Number(date.slice(0, 4))
}

/**
 * The years that are missing so that `date` has one: 12 months each, without a gap to those that exist, or the calendar
 * year where there is none yet.
 *
 * @param years in any order; they never overlap
 * @returns new years, oldest first; empty when the date has a year or may not have one
 */
export function fiscalYearsToAdd(years: readonly FiscalYear[], date: string, today: string): FiscalYear[] {
  if (fiscalYearOf(years, date) || !canHaveFiscalYear(years, date, today)) return []
  if (years.length === 0) return [calendarYear(date)]
  const taken = new Set(years.map(({ fiscal_year_id }) => fiscal_year_id))
  const first = years.reduce((a, b) => (a.start_date < b.start_date ? a : b))
  const last = years.reduce((a, b) => (a.end_date > b.end_date ? a : b))
  return date < first.start_date ? yearsBefore(first, date, taken) : yearsAfter(last, date, taken)
}

function calendarYear(date: string): FiscalYear {
  return openYear(`${date.slice(0, 4)}-01-01`, `${date.slice(0, 4)}-12-31`)
}

function yearsBefore(first: FiscalYear, date: string, taken: Set<string>): FiscalYear[] {
  const added: FiscalYear[] = []
  for (let start = first.start_date; date < start; start = added[0]?.start_date ?? start) {
    added.unshift(openYear(addYears(start, -1), addDays(start, -1), taken))
  }
  return added
}

function yearsAfter(last: FiscalYear, date: string, taken: Set<string>): FiscalYear[] {
  const added: FiscalYear[] = []
  for (let end = last.end_date; date > end; end = added.at(-1)?.end_date ?? end) {
    const start = addDays(end, 1)
    added.push(openYear(start, addDays(addYears(start, 1), -1), taken))
  }
  return added
}

function openYear(start_date: string, end_date: string, taken = new Set<string>()): FiscalYear {
  const name = nameOfYear(end_date)
  let fiscal_year_id = name
  for (let number = 2; taken.has(fiscal_year_id); number += 1) fiscal_year_id = `${name}-${number}`
  taken.add(fiscal_year_id)
  return { fiscal_year_id, start_date, end_date, state: 'open' }
}

/**
 * A year is named after the calendar year in which it ends, as fiduciaries do. Two may end in one: 1.2.2023 to 31.1.2024 stands before a short
 * first year of 1.2. to 31.12.2024. The one that grows then has a number behind its name.
 */
export function nameOfYear(end_date: string): string {
  return `FY${end_date.slice(0, 4)}`
}
