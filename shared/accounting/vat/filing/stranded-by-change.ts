import type { VatRegistration } from '../../../contract/vat/registrations.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import { registrationOn } from '../registration.ts'
import { periodOfDay } from '../return/periods.ts'
import { strandedTax } from './other-method.ts'

/** Tax that is posted, of a supply on other days than those on which it counts. */
export type PostedTax = { readonly journal_entry_id: string; readonly day: string; readonly record: TaxSnapshot }

/**
 * Posted tax that a change of registration would leave in returns without a line for it, in its order. What cancels out within a
 * return is none, such as an entry with its reversal; nor is what has no line already.
 *
 * @source MWSTG Art. 37; MWSTV Art. 79, 81
 */
export function strandedByChange(
  posted: readonly PostedTax[],
  before: readonly VatRegistration[],
  after: readonly VatRegistration[],
): readonly PostedTax[] {
  const isStranded = ({ record, day }: PostedTax, vat_registrations: readonly VatRegistration[]) =>
    strandedTax([{ tax: record }], day, { vat_registrations }).length > 0
  const found = posted.filter((one) => isStranded(one, after) && !isStranded(one, before))
  const keyOf = ({ day, record }: PostedTax) => {
    const { filing_period } = registrationOn({ vat_registrations: after }, day)
    const { tax_code, rate_bp, net_rate_bp = '', activity_id = '' } = record
    return [
      tax_code,
      rate_bp,
      net_rate_bp,
      activity_id,
      filing_period ? periodOfDay(day, filing_period).name : day,
    ].join(' ')
  }
  const isEven = (its: readonly PostedTax[]) =>
    (['base_minor', 'tax_minor'] as const).every(
      (name) => its.reduce((sum, { record }) => sum + record[name], 0n) === 0n,
    )
  const even = new Set([...Map.groupBy(found, keyOf)].flatMap(([key, its]) => (isEven(its) ? key : [])))
  return found.filter((one) => !even.has(keyOf(one)))
}
