import type { AccountRole, Invoice, TaxLine } from '../documents/accounting-document.ts'
import { isRoundingLine } from '../documents/rounding-line.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { registrationOfLine } from '../vat/registration.ts'
import { TAX_CODES } from '../vat/tax-codes.ts'
import { rolesOfRest } from './advances/rest-of-nothing.ts'
import { expenseRole } from './expense-roles.ts'

/** Tax that is owed without a return: it stands on the account of the tax administration, where the chart has one. */
const TAX_OWED: AccountRole = { keys: ['posting.tax_owed', 'posting.output_tax'], pointer: '/payload/tax_lines' }
export const OUTPUT_TAX: AccountRole = { keys: ['posting.output_tax'], pointer: '/payload/tax_lines' }

/**
 * Tax on sales is posted as a debt under the effective method only. Under the net tax rate method the gross amount is
 * revenue, and the tax is a cost at the end of the period. An end customer that is not registered owes none, unless an
 * invoice shows some, which its sender has to know of (`tax_shown_unregistered`).
 *
 * @source MWSTG Art. 36 f.; Art. 27 Abs. 2 (tax that is shown without a right to it)
 */
export function outputTaxRole(invoice: Invoice, line: TaxLine, settings: PostingSettings): AccountRole | null {
  if (!TAX_CODES.get(line.tax_code)?.direction.startsWith('output')) return null
  const method = registrationOfLine(settings, line, invoice).method
  if (method === 'effective') return OUTPUT_TAX
  return method === 'not_registered' && line.tax.amount_minor !== 0n ? TAX_OWED : null
}

/** Where the claim stands: one in a foreign currency on the account of that currency, if there is one. */
export function receivableRole({ gross }: Invoice, { base_currency }: PostingSettings): AccountRole {
  const key = 'posting.accounts_receivable'
  const isForeign = gross !== null && gross.currency !== base_currency
  return { keys: [...(isForeign ? [`${key}.currency.${gross.currency}`] : []), key], pointer: '/payload' }
}

/** Where a line goes, of an expense document or of an invoice. */
export function roleOfLine(document: Invoice, line: TaxLine): AccountRole {
  return document.fact_type === 'expense_document' ? expenseRole(document, line) : revenueRole(document, line)
}

/** Where the revenue goes: a difference of rounding to its own account, else by the line's category, the customer, the invoice's category, the kind of line, the default. */
export function revenueRole(invoice: Invoice, line?: TaxLine): AccountRole {
  const isReduction = line && TAX_CODES.get(line.tax_code)?.direction === 'output_reduction'
  const keys = [
    isRoundingLine(invoice, line) && 'posting.rounding',
    line?.category && `posting.revenue.category.${line.category}`,
    isReduction && 'posting.revenue.reduction',
    invoice.partner_reference && `posting.revenue.customer.${invoice.partner_reference}`,
    invoice.category && `posting.revenue.category.${invoice.category}`,
    'posting.revenue.default',
  ]
  return { keys: keys.filter((key): key is string => Boolean(key)), pointer: '/payload/revenue_category' }
}

/** Every role that booking a customer invoice needs. */
export function rolesOfInvoice(invoice: Invoice, settings: PostingSettings): AccountRole[] {
  const revenue = invoice.tax_lines.map((line) => revenueRole(invoice, line))
  const tax = new Set(invoice.tax_lines.flatMap((line) => outputTaxRole(invoice, line, settings) ?? []))
  return [
    receivableRole(invoice, settings),
    ...rolesOfRest(invoice, settings, revenueRole(invoice)),
    ...(revenue.length > 0 ? revenue : [revenueRole(invoice)]),
    ...tax,
  ]
}
