import type { VatMethod } from '../../contract/vat/registrations.ts'
import type { AccountRole, Invoice, TaxLine } from '../documents/accounting-document.ts'
import { isRoundingLine } from '../documents/rounding-line.ts'
import { accountFor, type PostingSettings } from '../setup/posting-settings.ts'
import { provesInputTax } from '../vat/input-tax-rules.ts'
import { registrationOfLine } from '../vat/registration.ts'
import { TAX_CODES, type TaxCode } from '../vat/tax-codes.ts'
import { rolesOfRest } from './advances/rest-of-nothing.ts'

export const ACQUISITION_TAX: AccountRole = { keys: ['posting.acquisition_tax'], pointer: '/payload/tax_lines' }
export const ACQUISITION_TAX_COST: AccountRole = {
  keys: ['posting.acquisition_tax_cost'],
  pointer: '/payload/tax_lines',
}
const MATERIAL_TAX: AccountRole = { keys: ['posting.input_tax.material'], pointer: '/payload/tax_lines' }
const OPERATING_TAX: AccountRole = { keys: ['posting.input_tax.operating'], pointer: '/payload/tax_lines' }

/**
 * Only the effective method deducts input tax, and only with a receipt or by a decision: an approved exception justifies
 * the expense, not the deduction.
 *
 * @source MWSTG Art. 28; the net tax rate method and the unregistered deduct nothing
 */
export function deductsInputTax(document: Invoice, line: TaxLine, settings: PostingSettings): boolean {
  return registrationOfLine(settings, line, document).method === 'effective' && provesInputTax(document)
}

/** Where the debt stands: one in a foreign currency on the account of that currency, if there is one. */
export function payableRole({ gross }: Invoice, { base_currency }: PostingSettings): AccountRole {
  const key = 'posting.accounts_payable'
  const isForeign = gross !== null && gross.currency !== base_currency
  return { keys: [...(isForeign ? [`${key}.currency.${gross.currency}`] : []), key], pointer: '/payload' }
}

/** Where the expense goes: a difference of rounding to its own account, else by the line's category, the supplier, the document's category, or the default. */
export function expenseRole(document: Invoice, line?: TaxLine): AccountRole {
  const keys = [
    isRoundingLine(document, line) && 'posting.rounding',
    line?.category && `posting.expense.category.${line.category}`,
    document.partner_reference && `posting.expense.supplier.${document.partner_reference}`,
    document.category && `posting.expense.category.${document.category}`,
    'posting.expense.default',
  ]
  return { keys: keys.filter((key): key is string => Boolean(key)), pointer: '/payload/expense_category' }
}

/** Where deductible tax goes. Acquisition tax follows the expense: class 4 is material, everything else operating. */
export function inputTaxRole(code: TaxCode, expense_account: string | undefined): AccountRole {
  if (code.direction === 'acquisition') return expense_account?.startsWith('4') ? MATERIAL_TAX : OPERATING_TAX
  return code.direction.endsWith('material') ? MATERIAL_TAX : OPERATING_TAX
}

/** Every role that booking an expense document needs. */
export function rolesOfExpense(document: Invoice, settings: PostingSettings): AccountRole[] {
  const roles = document.tax_lines.length === 0 ? [expenseRole(document)] : []
  for (const line of document.tax_lines) roles.push(...rolesOfTaxLine(document, line, settings))
  return [...roles, ...rolesOfRest(document, settings, expenseRole(document)), payableRole(document, settings)]
}

function rolesOfTaxLine(document: Invoice, line: TaxLine, settings: PostingSettings): AccountRole[] {
  const code = TAX_CODES.get(line.tax_code)
  const expense = expenseRole(document, line)
  if (!code || code.direction === 'none') return [expense]
  const inputTax = inputTaxRole(code, accountFor(settings, expense.keys, document.business_date))
  if (code.direction === 'acquisition')
    return [expense, ...acquisitionRoles(registrationOfLine(settings, line, document).method, inputTax)]
  if (!deductsInputTax(document, line, settings)) return [expense]
  return [expense, inputTax]
}

function acquisitionRoles(method: VatMethod, inputTax: AccountRole): AccountRole[] {
  if (method === 'not_registered') return []
  return [method === 'effective' ? inputTax : ACQUISITION_TAX_COST, ACQUISITION_TAX]
}
