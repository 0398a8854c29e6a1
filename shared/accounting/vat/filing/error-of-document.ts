import { correctsError } from '../../../contract/vat/vat-periods.ts'
import type { AccountingDocument, Invoice } from '../../documents/accounting-document.ts'
import { periodOfLine } from '../../documents/supply.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { registrationOn } from '../registration.ts'
import { periodOfDay } from '../return/periods.ts'
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

/**
 * A credit note for an error takes back what an earlier document has declared. Where it is dated in one filed period, and what it
 * takes back was supplied in an earlier one, that document may have been in either: only its sender knows.
 *
 * @returns the two days; null where its own period is the only one
 * @source MWSTG Art. 71, 72: an error belongs to the period that has it
 */
export function errorInTwoPeriods(
  document: AccountingDocument,
  lines: readonly LineInReturn[],
  { vat_filed_through, vat_registrations }: Filed & Pick<PostingSettings, 'vat_registrations'>,
): readonly [string, string] | null {
  const { document_date, vat_period, tax_date } = document
  if (!isCreditNote(document) || tax_date !== null || !correctsError(vat_period)) return null
  if (document_date > (vat_filed_through ?? '') || !hasTaxOfReturn(lines)) return null
  const periodOf = (day: string) =>
    periodOfDay(day, registrationOn({ vat_registrations }, day).filing_period ?? 'quarter')
  const { from } = periodOf(document_date)
  const supplied = document.tax_lines.map((line) => periodOfLine(line, document.supply_date).to)
  const earlier = supplied.find((day) => day < from)
  return earlier === undefined ? null : [document_date, earlier]
}

/**
 * The day of a supply whose return is filed, which a credit note of a later day takes back without saying why: changed consideration
 * counts with the note, an error in that return.
 *
 * @source MWSTG Art. 41, 71, 72
 */
export function creditedWithoutCause(
  document: AccountingDocument,
  lines: readonly LineInReturn[],
  { vat_filed_through = null }: Filed,
): string | null {
  if (vat_filed_through === null || !isCreditNote(document) || isSaid(document)) return null
  const filed = filedSupplyOf(document, vat_filed_through)
  return filed !== null && document.business_date > vat_filed_through && hasTaxOfReturn(lines) ? filed : null
}

/** The day of a supply that a document names, in a filed return; null without one. */
export function filedSupplyOf({ tax_lines, supply_date }: Invoice, vat_filed_through: string): string | null {
  const supplied = tax_lines.map((line) => periodOfLine(line, supply_date).to)
  return supplied.find((day) => day <= vat_filed_through) ?? null
}

function isSaid({ vat_period, tax_date }: AccountingDocument): boolean {
  return vat_period !== null || tax_date !== null
}

export function isCreditNote(document: AccountingDocument): document is Invoice {
  return document.fact_type !== 'journal_voucher' && document.gross !== null && document.gross.amount_minor < 0n
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
