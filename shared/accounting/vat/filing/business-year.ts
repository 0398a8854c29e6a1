import { addDays } from '../../amounts/dates.ts'
import type { FiscalYear } from '../../setup/fiscal-years.ts'
import type { ReturnPeriod } from '../return/periods.ts'

/** Days that reconciliations of a year have been filed for, by the name of the year. */
export type ReconciledDays = { readonly name: string; readonly from: string; readonly to: string }

/**
 * The days of the reconciliation of a year: those of the business year that ends in the calendar year of its name. Errors
 * are found with the annual accounts, and the days that the law counts begin at their end. A year that was reconciled keeps its days,
 * and those of other years are in no second one, also where business years have changed since.
 *
 * @param year the calendar year
 * @returns null where no business year of the books ends in it
 * @source MWSTG Art. 72 Abs. 1
 */
export function reconciledYear(
  year: ReturnPeriod,
  fiscal_years: readonly Pick<FiscalYear, 'start_date' | 'end_date'>[],
  filed: readonly ReconciledDays[],
): ReturnPeriod | null {
  const kept = filed.find(({ name }) => name === year.name)
  if (kept) return { ...year, from: kept.from, to: kept.to }
  const its = fiscal_years.filter(({ end_date }) => end_date >= year.from && end_date <= year.to)
  const isKnown = fiscal_years.some(({ start_date, end_date }) => start_date <= year.to && end_date >= year.from)
  const [first = year.from] = its.map(({ start_date }) => start_date).sort()
  const ends = its.map(({ end_date }) => end_date).sort()
  if (its.length === 0 && isKnown) return null
  const days = withoutReconciled({ name: year.name, from: first, to: ends.at(-1) ?? year.to }, filed)
  if (days.from > days.to) return null
  // A second business year within the calendar year is a short one: what is due first counts.
  return { ...year, from: days.from, to: days.to, ...(ends.length > 1 && { first_end: ends[0] }) }
}

/** Without the days that the reconciliations of other years have. */
export function withoutReconciled(days: ReconciledDays, filed: readonly ReconciledDays[]): ReconciledDays {
  let { from, to } = days
  for (const other of filed) {
    if (other.name === days.name || other.to < from || other.from > to) continue
    if (other.from > from) to = addDays(other.from, -1)
    else from = addDays(other.to, 1)
  }
  return { ...days, from, to }
}
