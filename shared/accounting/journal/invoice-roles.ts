import type { AccountRole, Invoice, TaxLine } from '../documents/accounting-document.ts'
import { isRoundingLine } from '../documents/rounding-line.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { registrationOn } from '../vat/registration.ts'
import { TAX_CODES } from '../vat/tax-codes.ts'

export const OUTPUT_TAX: AccountRole = { keys: ['posting.output_tax'], pointer: '/payload/tax_lines' }

/**
 * Tax on sales is posted as a debt under the effective method only. Under the net tax rate method the gross amount is
 * revenue, and the tax is a cost at the end of the period. An end customer that is not registered owes none.
 *
 * @source MWSTG Art. 36 f.
 */
export function owesOutputTax({ supply_date }: Invoice, settings: PostingSettings): boolean {
  return registrationOn(settings, supply_date).method === 'effective'
}

/** Where the claim stands: one in a foreign currency on the account of that currency, if there is one. */
export function receivableRole({ gross }: Invoice, { base_currency }: PostingSettings): AccountRole {
  const key = 'posting.accounts_receivable'
  const isForeign = gross !== null && gross.currency !== base_currency
  return { keys: [...(isForeign ? [`${key}.currency.${gross.currency}`] : []), key], pointer: '/payload' }
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
  const isTaxed = invoice.tax_lines.some(({ tax_code }) => TAX_CODES.get(tax_code)?.direction.startsWith('output'))
  return [
    receivableRole(invoice, settings),
    ...(revenue.length > 0 ? revenue : [revenueRole(invoice)]),
    ...(isTaxed && owesOutputTax(invoice, settings) ? [OUTPUT_TAX] : []),
  ]
}
