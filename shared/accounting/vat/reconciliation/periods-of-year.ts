import type { FilingPeriod, VatRegistration } from '../../../contract/vat/registrations.ts'
import { addDays } from '../../amounts/dates.ts'
import { registrationOn } from '../registration.ts'
import { periodOfDay } from '../return/periods.ts'

/** The days of a filing period that lie in a fiscal year, and how they are declared. */
export type DeclaredDays = {
  readonly name: string
  readonly from: string
  readonly to: string
  /** Days of the period lie outside the year, or belong to another registration. */
  readonly is_cut: boolean
  readonly registration: VatRegistration & { readonly filing_period: FilingPeriod }
}

/** The filing periods of a fiscal year, in order; days without a registration are left out. */
export function periodsOfYear(
  { from, to }: { readonly from: string; readonly to: string },
  vat_registrations: readonly VatRegistration[],
): DeclaredDays[] {
  const found: DeclaredDays[] = []
  for (let day = from; day <= to; ) {
    const registration = registrationOn({ vat_registrations }, day)
    const next = vat_registrations.find(({ valid_from }) => valid_from > day)
    const end = next === undefined ? to : earlier(addDays(next.valid_from, -1), to)
    const { filing_period } = registration
    const period = filing_period === null ? null : periodOfDay(day, filing_period)
    const last = period === null ? end : earlier(period.to, end)
    if (period && filing_period) {
      const is_cut = day !== period.from || last !== period.to
      found.push({ name: period.name, from: day, to: last, is_cut, registration: { ...registration, filing_period } })
    }
    day = addDays(last, 1)
  }
  return found
}

function earlier(a: string, b: string): string {
  return a < b ? a : b
}
