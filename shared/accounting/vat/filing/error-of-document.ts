import type { AccountingDocument } from '../../documents/accounting-document.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { hasTaxOfReturn, withErrorPeriod } from './frozen-tax.ts'

type Filed = Pick<PostingSettings, 'vat_filed_through'>
type LineInReturn = { readonly tax: TaxSnapshot | null; readonly tax_due?: readonly TaxSnapshot[] }

/**
 * The lines of a document that corrects an error of a filed period, and is booked after it. The error lies on the day of the
 * document, where that is filed: tax arises with the document. A credit note has a later one: it names the day of supply.
 */
export function withErrorOfDocument<Line extends LineInReturn>(
  { business_date, document_date, vat_period }: AccountingDocument,
  lines: readonly Line[],
  settings: Filed,
): readonly Line[] {
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
  const { business_date, document_date, supply_date, vat_period } = document
  if (vat_filed_through === null || business_date <= vat_filed_through) return null
  if (vat_period === null || vat_period === 'current') return null
  const stated = document.fact_type === 'journal_voucher' ? document.lines : document.tax_lines
  const isStated = stated.some((line) => line.supply_date !== null || line.supply_period !== null)
  const hasDay = isStated || supply_date !== document_date || document_date <= vat_filed_through
  return !hasDay && hasTaxOfReturn(lines) ? vat_filed_through : null
}
