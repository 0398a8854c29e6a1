import { addDays } from '../../amounts/dates.ts'
import type { Consideration, TaxSnapshot } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { strandedTax } from '../filing/other-method.ts'

type KnownReturns = Pick<PostingSettings, 'vat_registrations' | 'vat_filed_through' | 'vat_filed_from'>

/**
 * The transfer of one taxed line, in returns that have a line for it. A part of a day behind a change of method counts with the change of
 * consideration. Where the method changes with the consideration, agreed tax is declared in the last return of the method before,
 * and no payment declares it any more. What is agreed already stays where it was declared, and is not transferred: no return of
 * the next method could take it back. Neither is what another system would have to declare.
 *
 * @param records with their days
 * @param on the day of the change of consideration
 * @source MWSTG Art. 37; MWSTV Art. 79 Abs. 4, 81 Abs. 6, 106
 */
export function transferInOwnMethod(
  records: readonly TaxSnapshot[],
  { on, to }: { readonly on: string; readonly to: Consideration },
  settings: KnownReturns,
): readonly TaxSnapshot[] {
  const { vat_filed_through = null, vat_filed_from = null } = settings
  const withoutLine = (its: readonly TaxSnapshot[]) =>
    its.flatMap((record) => {
      const counted = { ...record, tax_date: dayInReturn(record.tax_date ?? on, vat_filed_through) }
      return strandedTax([{ tax: null, tax_due: [counted] }], on, settings).map(({ own_day }) => ({ record, own_day }))
    })
  const stranded = withoutLine(records)
  if (stranded.length === 0) return records
  const withChange = records.map((one) =>
    stranded.some(({ record }) => record === one) ? { ...one, tax_date: on } : one,
  )
  const last = withoutLine(withChange).at(0)?.own_day
  if (last === undefined) return withChange
  if (to === 'received' || last < (vat_filed_from ?? '')) return []
  const isFiled = last <= (vat_filed_through ?? '')
  return records.map((record) => ({ ...record, tax_date: last, ...(isFiled && { vat_period: 'correction' as const }) }))
}

/** What is transferred into a filed return counts on the first day that is not filed. */
export function dayInReturn(day: string, filed_through: string | null): string {
  return filed_through !== null && day <= filed_through ? addDays(filed_through, 1) : day
}
