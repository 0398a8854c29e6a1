import type { AccountingDocument, VoucherLine } from '../documents/accounting-document.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { registrationOn } from './registration.ts'

/**
 * When the rate was that converts a document: a day, or for who has chosen average rates a month (`2026-03`). The tax on an
 * invoice arises with its date, whenever it is booked, and a voucher with a tax record is such a document. Any other voucher
 * moves money or values on its business date, at the rate of that day.
 *
 * @source MWSTV Art. 45 Abs. 1, 3 and 5; MWSTG Art. 40 Abs. 1
 */
export function timeOfRate(document: AccountingDocument, settings: Pick<PostingSettings, 'vat_registrations'>): string {
  const { document_date } = document
  const isTaxed = document.fact_type !== 'journal_voucher' || document.lines.some(hasTax)
  if (!isTaxed) return document.business_date
  return timeOfTaxRate(document_date, settings)
}

/** The day on which tax arises, or for who has chosen average rates its month. */
export function timeOfTaxRate(date: string, settings: Pick<PostingSettings, 'vat_registrations'>): string {
  return registrationOn(settings, date).exchange_rates === 'monthly_average' ? date.slice(0, 7) : date
}

function hasTax({ tax_code }: VoucherLine): boolean {
  return tax_code !== null && tax_code !== 'NONE'
}
