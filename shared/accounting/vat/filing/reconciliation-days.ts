import type { FilingPeriod } from '../../../contract/vat/registrations.ts'
import { addDays } from '../../amounts/dates.ts'
import { periodOfDay } from '../return/periods.ts'

/**
 * When the reconciliation of a year is due, and when the year counts as final.
 *
 * @source MWSTG Art. 72
 */
export function reconciliationDays(year_end: string, filing_period: FilingPeriod) {
  const day_180 = addDays(year_end, 180)
  return { due_with: periodOfDay(day_180, filing_period).name, day_180, day_240: addDays(year_end, 240) }
}
