import { correctsError, type VatPeriod } from '../../../contract/vat/vat-periods.ts'
import { addDays } from '../../amounts/dates.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'

/** A tax record as far as it says in which return it is. */
type TaxOfReturn = {
  readonly form_figure: string | null
  /** Of turnover under the net tax rate method, which has no figure of its own. */
  readonly activity_id?: string | null
  readonly base_minor: bigint
  readonly tax_minor: bigint
  /** What the record does; absent where its tax is due on the day of the posting. */
  readonly kind?: string
  readonly vat_period?: VatPeriod
  readonly tax_date?: string
}
type LineOfReturn<Tax> = { readonly tax: Tax | null; readonly tax_due?: readonly Tax[] }

/** The day through which returns are filed, where some of the lines have tax of a return on or before it; else null. */
export function frozenThrough(
  lines: readonly LineOfReturn<TaxOfReturn>[],
  posting_date: string,
  { vat_filed_through = null }: Pick<PostingSettings, 'vat_filed_through'>,
): string | null {
  if (vat_filed_through === null) return null
  const isFiled = (tax: TaxOfReturn) => (tax.tax_date ?? posting_date) <= vat_filed_through && isInReturn(tax)
  return taxIn(lines).some(isFiled) ? vat_filed_through : null
}

/**
 * The lines, with their records in returns saying where they count. In the current period they count on the first day that
 * is not filed.
 *
 * @param frozen_through what frozenThrough found; null leaves the lines as they are
 * @source MWSTG Art. 41, 71, 72
 */
export function withVatPeriod<Tax extends TaxOfReturn, Line extends LineOfReturn<Tax>>(
  lines: readonly Line[],
  posting_date: string,
  frozen_through: string | null,
  vat_period: VatPeriod | null,
): readonly Line[] {
  if (frozen_through === null || vat_period === null) return lines
  const said = { vat_period, ...(vat_period === 'current' ? { tax_date: addDays(frozen_through, 1) } : {}) }
  const countsLater = ({ tax_date = posting_date }: Tax) => tax_date > frozen_through
  const withPeriod = (tax: Tax): Tax => (isInReturn(tax) && !countsLater(tax) ? { ...tax, ...said } : tax)
  return lines.map((line) => withTaxChanged(line, withPeriod))
}

/** The lines as they would be without any filing: a reversal counts where it says itself, what a transfer has with it. */
export function withoutVatPeriod<Tax extends TaxOfReturn, Line extends LineOfReturn<Tax>>(
  lines: readonly Line[],
): readonly Line[] {
  return lines.map((line) => withTaxChanged<Tax, Line>(line, withoutPeriod))
}

function withoutPeriod<Tax extends TaxOfReturn>(tax: Tax): Tax {
  if (tax.vat_period === undefined) return tax
  const { vat_period: _, tax_date: __, ...others } = tax
  return others as Tax
}

/**
 * The same, except that tax that corrects an error of a filed day, by an entry of a later one, counts on that day: in the
 * correction of its return, or in the reconciliation of its year.
 *
 * @param errorDayOf the day whose return has the error; a day that is not filed changes nothing
 * @source MWSTG Art. 71, 72
 */
export function withErrorPeriod<Tax extends TaxOfReturn, Line extends LineOfReturn<Tax>>(
  lines: readonly Line[],
  posting_date: string,
  { vat_filed_through = null }: Pick<PostingSettings, 'vat_filed_through'>,
  vat_period: VatPeriod | null,
  errorDayOf: (tax: Tax) => string,
): readonly Line[] {
  const through =
    correctsError(vat_period) && vat_filed_through !== null && posting_date > vat_filed_through ? vat_filed_through : ''
  // Nearly every document: it corrects nothing, and nothing of it has a period.
  if (through === '' && haveNoPeriod(lines)) return lines
  const placed = (tax: Tax): Tax => {
    const tax_date = errorDayOf(tax)
    const plain = withoutPeriod(tax)
    return isInReturn(tax) && tax_date <= through ? { ...plain, vat_period, tax_date } : plain
  }
  return lines.map((line) => withTaxChanged<Tax, Line>(line, placed))
}

/**
 * The lines of a reversal that takes back an error: each record counts where that of the original counted, whichever days the two
 * entries have. What only the reconciliation of a year has is taken back by the next one.
 *
 * @param mirrored the records as the original has them, with the opposite sign
 * @source MWSTG Art. 71, 72
 */
export function withPeriodOfOriginal<Tax extends TaxOfReturn, Line extends LineOfReturn<Tax>>(
  mirrored: readonly Line[],
  original_date: string,
  posting_date: string,
  vat_period: VatPeriod,
  { vat_filed_through = null }: Pick<PostingSettings, 'vat_filed_through'>,
): readonly Line[] {
  const placed = (tax: Tax): Tax => {
    if (!isInReturn(tax)) return withoutPeriod(tax)
    const { vat_period: counted, tax_date = original_date, ...others } = tax
    const isFiled = tax_date <= (vat_filed_through ?? '')
    const said = counted === 'annual_reconciliation' ? counted : isFiled ? vat_period : null
    const day = tax_date === posting_date ? {} : { tax_date }
    return { ...others, ...(said && { vat_period: said }), ...day } as Tax
  }
  return mirrored.map((line) => withTaxChanged<Tax, Line>(line, placed))
}

/** The same, where somebody has named the day. */
export function withTaxDate<Tax extends TaxOfReturn, Line extends LineOfReturn<Tax>>(
  lines: readonly Line[],
  tax_date: string,
  vat_period: VatPeriod | null,
): readonly Line[] {
  const placed = (tax: Tax): Tax => (isInReturn(tax) ? { ...tax, vat_period, tax_date } : tax)
  return lines.map((line) => withTaxChanged<Tax, Line>(line, placed))
}

/**
 * The day of tax that is to correct a return which another system has filed. Nobody can file its correction here, as that has all
 * figures of the period: the tax would be in no return.
 *
 * @returns null where there is none
 */
export function correctedElsewhere(
  lines: readonly LineOfReturn<TaxOfReturn>[],
  posting_date: string,
  { vat_filed_from = null }: Pick<PostingSettings, 'vat_filed_from'>,
): { readonly day: string; readonly filed_from: string } | null {
  if (vat_filed_from === null) return null
  const days = taxIn(lines).flatMap((tax) =>
    isInReturn(tax) && tax.vat_period === 'correction' ? (tax.tax_date ?? posting_date) : [],
  )
  const day = days.find((one) => one < vat_filed_from)
  return day === undefined ? null : { day, filed_from: vat_filed_from }
}

/** Whether some of the lines have tax of a return. */
export function hasTaxOfReturn(lines: readonly LineOfReturn<TaxOfReturn>[]): boolean {
  return taxIn(lines).some(isInReturn)
}

/** Whether nobody has said of any of the tax in which return it counts. */
export function haveNoPeriod(lines: readonly LineOfReturn<TaxOfReturn>[]): boolean {
  return taxIn(lines).every((tax) => tax.vat_period === undefined)
}

/** All tax records of some lines. */
export function taxIn<Tax>(lines: readonly LineOfReturn<Tax>[]): readonly Tax[] {
  const records: Tax[] = []
  for (const { tax, tax_due } of lines) {
    if (tax) records.push(tax)
    if (tax_due) records.push(...tax_due)
  }
  return records
}

/** A line with each of its tax records changed; the line itself where none is, as in nearly every document. */
export function withTaxChanged<Tax, Line extends LineOfReturn<Tax>>(line: Line, change: (tax: Tax) => Tax): Line {
  const tax = line.tax && change(line.tax)
  const tax_due = line.tax_due?.map(change)
  const isDueSame = tax_due === undefined || tax_due.every((one, index) => one === line.tax_due?.[index])
  if (tax === line.tax && isDueSame) return line
  return { ...line, tax, ...(tax_due && { tax_due }) }
}

function isInReturn({ form_figure, activity_id = null, base_minor, tax_minor, kind = 'due' }: TaxOfReturn): boolean {
  const hasPlace = form_figure !== null || activity_id !== null
  return hasPlace && (base_minor !== 0n || tax_minor !== 0n) && (kind === 'due' || kind === 'declared')
}
