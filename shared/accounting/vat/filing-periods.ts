import type { FilingPeriod, VatMethod } from '../../contract/vat/registrations.ts'

/**
 * The filing periods that a method may have.
 *
 * @source MWSTG Art. 35 (quarter; net tax rate: half-year; month on request; year since 2025)
 */
export const FILING_PERIODS_OF: Readonly<Record<Exclude<VatMethod, 'not_registered'>, readonly FilingPeriod[]>> = {
  effective: ['month', 'quarter', 'year'],
  net_tax_rate: ['half_year', 'year'],
}

export const MONTHS_OF_PERIOD: Readonly<Record<FilingPeriod, number>> = { month: 1, quarter: 3, half_year: 6, year: 12 }

/** Whether a filing period begins on the day. Periods are parts of the calendar year. */
export function beginsPeriod(date: string, filing_period: FilingPeriod): boolean {
  const [, month, day] = date.split('-').map(Number)
  return day === 1 && ((month ?? 1) - 1) % MONTHS_OF_PERIOD[filing_period] === 0
}
