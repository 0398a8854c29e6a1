import type { AccountingDocument, JournalVoucher } from '../../documents/accounting-document.ts'
import type { TaxSnapshot } from '../../documents/tax-record.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { registrationOn } from '../registration.ts'
import type { TaxDirection } from '../tax-codes.ts'
import { isCreditNote } from './error-of-document.ts'
import { withTaxChanged } from './frozen-tax.ts'

type LineWithTax = { readonly tax: TaxSnapshot | null; readonly tax_due?: readonly TaxSnapshot[] }
type KnownSettings = Pick<PostingSettings, 'vat_registrations' | 'control_accounts'>
/** A day on which tax of some directions arises. */
type TaxPoint = { readonly day: string; readonly directions: readonly TaxDirection[] }

const SALES: readonly TaxDirection[] = ['output', 'output_reduction', 'turnover_without_tax']
const IMPORTS: readonly TaxDirection[] = ['import_material', 'import_operating']

/**
 * The lines with the day on which the return has their tax, where that is another one than the day of booking: tax of sales
 * arises with the date of the invoice, import tax is deducted with that of its assessment. What is bought counts on the day of
 * booking, on which its invoice was received, and a credit note on the day on which it is booked. A day that would change no return is left out, so nearly no line
 * has one.
 *
 * @source MWSTG Art. 40 Abs. 1 and 4, Art. 41 Abs. 1
 */
export function withTaxPoint<Line extends LineWithTax>(
  document: AccountingDocument,
  lines: readonly Line[],
  settings: KnownSettings,
): readonly Line[] {
  const point = document.tax_date === null ? taxPointOf(document, settings) : null
  if (point === null || isInOneReturn(point.day, document.business_date, settings)) return lines
  const { consideration, method } = registrationOn(settings, point.day)
  const isOfPoint = ({ kind, tax_date, direction, supply_date }: TaxSnapshot) =>
    kind === undefined &&
    tax_date === undefined &&
    point.directions.some((one) => one === direction) &&
    // Where consideration was received on that day, the change to agreed consideration makes the tax due, with what is open.
    (consideration === 'agreed' || (consideration === 'received' && point.directions === IMPORTS)) &&
    registrationOn(settings, supply_date).method === method
  const placed = (tax: TaxSnapshot): TaxSnapshot => (isOfPoint(tax) ? { ...tax, tax_date: point.day } : tax)
  return lines.map((line) => withTaxChanged<TaxSnapshot, Line>(line, placed))
}

/** The day on which tax of its sales arises, where that is another one than the day of booking; null for anything else. */
export function saleDayOf(document: AccountingDocument, settings: KnownSettings): string | null {
  const point = taxPointOf(document, settings)
  return point?.directions === SALES ? point.day : null
}

function taxPointOf(document: AccountingDocument, settings: KnownSettings): TaxPoint | null {
  if (document.fact_type === 'journal_voucher') return pointOfVoucher(document, settings)
  const { document_date: day, business_date, fact_type } = document
  if (day === business_date) return null
  if (fact_type === 'expense_document') return { day, directions: IMPORTS }
  return isCreditNote(document) ? null : { day, directions: SALES }
}

/** A voucher that opens one receivable books its invoice. */
function pointOfVoucher(
  { lines, business_date }: JournalVoucher,
  { control_accounts }: KnownSettings,
): TaxPoint | null {
  const opened = lines.flatMap(({ open_item, account_code, amount }) => {
    if (open_item?.by !== 'new') return []
    const { kind, document_date } = open_item.item
    const known = kind ?? control_accounts.find((account) => account.account_code === account_code)?.kind
    return known === 'receivable' && amount.amount_minor > 0n ? [document_date] : []
  })
  const [day = business_date] = opened
  return opened.length !== 1 || day === business_date ? null : { day, directions: SALES }
}

/** Returns have whole months, except where somebody begins or ends to be registered. */
function isInOneReturn(a: string, b: string, { vat_registrations }: KnownSettings): boolean {
  const [first, last] = a < b ? [a, b] : [b, a]
  return (
    first.slice(0, 7) === last.slice(0, 7) &&
    !vat_registrations.some(({ valid_from }) => valid_from > first && valid_from <= last)
  )
}
