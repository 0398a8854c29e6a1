import { monthsBetween } from '../../../shared/accounting/amounts/dates.ts'
import type { FiscalYear } from '../../../shared/accounting/setup/fiscal-years.ts'
import type { ErrorDetail } from '../../../shared/contract/platform/errors.ts'

/** Longest year that practice knows: 23 months, for a first or an overlong year. */
const LONGEST_MONTHS = 23

/** Everything that is wrong with the id and the dates of a fiscal year. */
export function checkFiscalYear({ fiscal_year_id, start_date, end_date }: Omit<FiscalYear, 'state'>): ErrorDetail[] {
  const details: ErrorDetail[] = []
  if (!/^[\w-]{1,50}$/.test(fiscal_year_id)) {
    details.push({
      pointer: '/fiscal_year_id',
      code: 'format',
      message: 'Use letters, digits, _ and - in the id, 50 at most.',
    })
  }
  if (end_date < start_date) {
    details.push({ pointer: '/end_date', code: 'out_of_range', message: 'The year must not end before it starts.' })
  }
  if (monthsBetween(start_date, end_date) >= LONGEST_MONTHS) {
    details.push({
      pointer: '/end_date',
      code: 'out_of_range',
      message: `A fiscal year has ${LONGEST_MONTHS} months at most.`,
    })
  }
  return details
}
