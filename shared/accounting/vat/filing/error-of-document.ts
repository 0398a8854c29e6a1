import { correctsError } from '../../../contract/vat/vat-periods.ts'
import type { AccountingDocument } from '../../documents/accounting-document.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { hasTaxOfReturn, withErrorPeriod, withTaxDate } from './frozen-tax.ts'

type Filed = Pick<PostingSettings, 'vat_filed_through'>
type LineInReturn = { readonly tax: TaxSnapshot | null; readonly tax_due?: readonly TaxSnapshot[] }

/**
 * The lines of a document that corrects an error of a filed period. A document may name a day of that period. One that is
 * booked after it and names none has the error on its own day, where that is filed: tax arises with the document. A credit note
 * has a later one: it names the day of supply.
 */
export function withErrorOfDocument<Line extends LineInReturn>(
  document: AccountingDocument,
  lines: readonly Line[],
  settings: Filed,
): readonly Line[] {
  const { business_date, document_date, vat_period, tax_date: stated } = document
  if (stated !== null)
    return isErrorOn(document, settings) ? withTaxDate<TaxSnapshot, Line>(lines, stated, vat_period) : lines
  const isFiled = document_date <= (settings.vat_filed_through ?? '')
  const errorDayOf = ({ supply_date, tax_date }: TaxSnapshot) => tax_date ?? (isFiled ? document_date : supply_date)
  return withErrorPeriod<TaxSnapshot, Line>(lines, business_date, settings, vat_period, errorDayOf)
}

/** The day through which returns are filed, where a document corrects an error and names no day of it; else null. */
export function errorWithoutDay(
  document: AccountingDocument,
  lines: readonly LineInReturn[],
  { vat_filed_through = null }: Filed,
): string | null {
  const { business_date, document_date, supply_date, vat_period, tax_date } = document
  if (tax_date !== null || vat_filed_through === null || business_date <= vat_filed_through) return null
  if (vat_period === null || vat_period === 'current') return null
  const stated = document.fact_type === 'journal_voucher' ? document.lines : document.tax_lines
  const isStated = stated.some((line) => line.supply_date !== null || line.supply_period !== null)
  const hasDay = isStated || supply_date !== document_date || document_date <= vat_filed_through
  return !hasDay && hasTaxOfReturn(lines) ? vat_filed_through : null
}

/** The day that a document names for its error, where no filed period has it, or where it does not say that it is one. */
export function unfitTaxDate(
  document: AccountingDocument,
  lines: readonly LineInReturn[],
  settings: Filed,
): string | null {
  return document.tax_date === null || isErrorOn(document, settings) || !hasTaxOfReturn(lines)
    ? null
    : document.tax_date
}

function isErrorOn({ vat_period, tax_date }: AccountingDocument, { vat_filed_through }: Filed): boolean {
  return correctsError(vat_period) && tax_date !== null && tax_date <= (vat_filed_through ?? '')
}
