import { addDays, isDate } from '../accounting/amounts/dates.ts'

/** Longer than any bank holiday. */
const MAX_DAYS = 31

/**
 * Days as the customs office writes them: `25.07.2026`, several of them with commas, or the first and the last one.
 *
 * @returns at least one day, oldest first
 * @throws Error with one sentence, where it is none of them
 */
export function daysOf(element: string, text: string): string[] {
  const days = text.split(',').flatMap((part) => {
    const [first = '', last = first, ...more] = part.split('-').map(dayOf)
    if (first === '' || last < first || more.length > 0) return ['']
    const count = Array.from({ length: MAX_DAYS }, (_, index) => addDays(first, index))
    return last > (count.at(-1) ?? '') ? [''] : count.filter((day) => day <= last)
  })
  if (days.includes('')) throw new Error(`The file says "${text}" as <${element}>, which is no day.`)
  return [...new Set(days)].sort()
}

function dayOf(text: string): string {
  const [, day, month, year] = /^\s*(\d{2})\.(\d{2})\.(\d{4})\s*$/.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  return isDate(date) ? date : ''
}
