import type { FilingPeriod } from '../../../contract/vat/registrations.ts'
import { addDays, endOfMonth, startOfMonth } from '../../amounts/dates.ts'
import { MONTHS_OF_PERIOD } from '../filing-periods.ts'

/** A part of a calendar year, by the name that it is asked for: 2026-Q1. */
export type ReturnPeriod = {
  readonly name: string
  readonly filing_period: FilingPeriod
  readonly from: string
  readonly to: string
  /** Only of a year with several business years that end in it: the last day of the first one. */
  readonly first_end?: string | undefined
}

/** The part of a period in which somebody is registered; the liability may begin or end within it. */
export type RegisteredPart = { readonly from: string; readonly to: string; readonly is_cut: boolean }

type Registered = { readonly valid_from: string; readonly method: string }

const NAMES = [
  { filing_period: 'month', form: /^(\d{4})-(0[1-9]|1[0-2])$/ },
  { filing_period: 'quarter', form: /^(\d{4})-Q([1-4])$/ },
  { filing_period: 'half_year', form: /^(\d{4})-H([12])$/ },
  { filing_period: 'year', form: /^(\d{4})$/ },
] as const

/** 2026-03, 2026-Q1, 2026-H1 or 2026; null for another name. */
export function periodOfName(name: string): ReturnPeriod | null {
  for (const { filing_period, form } of NAMES) {
    const [, year, part = '1'] = form.exec(name) ?? []
    if (year === undefined || year === '0000') continue
    const from = startOfMonth(`${year}-01-01`, (Number(part) - 1) * MONTHS_OF_PERIOD[filing_period])
    return { name, filing_period, from, to: endOfMonth(startOfMonth(from, MONTHS_OF_PERIOD[filing_period] - 1)) }
  }
  return null
}

/** The period of a kind that a day lies in. */
export function periodOfDay(day: string, filing_period: FilingPeriod): ReturnPeriod {
  const [year = '', month = '01'] = day.split('-')
  const part = Math.floor((Number(month) - 1) / MONTHS_OF_PERIOD[filing_period]) + 1
  const ends = { month: `-${month}`, quarter: `-Q${part}`, half_year: `-H${part}`, year: '' }
  return periodOfName(`${year}${ends[filing_period]}`) as ReturnPeriod
}

/** Null where nobody is registered on any day of the period. @param registrations oldest first, from the first day on */
export function registeredPart(
  { from, to }: Pick<ReturnPeriod, 'from' | 'to'>,
  registrations: readonly Registered[],
): RegisteredPart | null {
  const parts = registrations.flatMap(({ valid_from, method }, at) => {
    const next = registrations[at + 1]?.valid_from
    const first = valid_from > from ? valid_from : from
    const end = next === undefined ? to : addDays(next, -1)
    const last = end < to ? end : to
    return method === 'not_registered' || first > last ? [] : [{ first, last }]
  })
  const [begin, end] = [parts[0]?.first, parts.at(-1)?.last]
  if (begin === undefined || end === undefined) return null
  return { from: begin, to: end, is_cut: begin !== from || end !== to }
}
