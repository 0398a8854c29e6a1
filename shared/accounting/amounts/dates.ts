/** Calendar arithmetic on `YYYY-MM-DD` strings. They compare as strings; a clock or a time zone never takes part. */

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** True for a day that the Gregorian calendar has: 2024-02-29, but not 2026-02-30. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false
  const { year, month, day } = parts(text)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

export function addDays(date: string, days: number): string {
  let { year, month, day } = parts(date)
  day += days
  for (; day > daysInMonth(year, month); [year, month] = nextMonth(year, month)) day -= daysInMonth(year, month)
  while (day < 1) {
    ;[year, month] = previousMonth(year, month)
    day += daysInMonth(year, month)
  }
  return format(year, month, day)
}

/** Days from one date to the other; negative where the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from)
}

/** Counts from the first of March of the year 0: then a leap day is the last day of its year. */
function dayNumber(date: string): number {
  const { year, month, day } = parts(date)
  const [since, months] = month > 2 ? [year, month - 3] : [year - 1, month + 9]
  const leapDays = Math.floor(since / 4) - Math.floor(since / 100) + Math.floor(since / 400)
  return since * 365 + leapDays + Math.floor((153 * months + 2) / 5) + day
}

/** The same day of a later or earlier year; 29 February becomes the 28th. */
export function addYears(date: string, years: number): string {
  const { year, month, day } = parts(date)
  return format(year + years, month, Math.min(day, daysInMonth(year + years, month)))
}

/** The first day of the month `months` later. */
export function startOfMonth(date: string, months = 0): string {
  const { year, month } = parts(date)
  const index = year * 12 + month - 1 + months
  return format(Math.floor(index / 12), (index % 12) + 1, 1)
}

export function endOfMonth(date: string): string {
  const { year, month } = parts(date)
  return format(year, month, daysInMonth(year, month))
}

/** Whole months from one date to the other, each from day to day, on whatever day the first one lies. */
export function monthsBetween(from: string, to: string): number {
  const [start, end] = [parts(from), parts(to)]
  return (end.year - start.year) * 12 + end.month - start.month - (end.day < start.day ? 1 : 0)
}

function parts(date: string) {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

function daysInMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0)
}

function nextMonth(year: number, month: number): [number, number] {
  return month === 12 ? [year + 1, 1] : [year, month + 1]
}

function previousMonth(year: number, month: number): [number, number] {
  return month === 1 ? [year - 1, 12] : [year, month - 1]
}

function format(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
