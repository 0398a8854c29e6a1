import type { Books } from './books.ts'
import { accountFor } from './books.ts'
import { TAX_CODES, type TaxCode } from './tax-codes.ts'

/** Amount in minor units, as `Money` but exact. */
export type Amount = { readonly amount_minor: bigint; readonly currency: string }

export type TaxLine = {
  readonly tax_code: string
  readonly net: Amount
  readonly tax: Amount
  readonly expense_category: string | null
}

/** An expense document as the rules see it; what the source did not say is null. */
export type ExpenseDocument = {
  readonly business_date: string
  readonly document_date: string
  /** Day of supply; it decides the tax rate. */
  readonly supply_date: string
  readonly due_date: string | null
  readonly document_number: string | null
  readonly payment_reference: string | null
  readonly currency: string | null
  readonly gross: Amount | null
  readonly supplier_name: string | null
  readonly supplier_reference: string | null
  readonly supplier_uid: string | null
  readonly expense_category: string | null
  readonly receipt_required: boolean
  readonly has_receipt: boolean
  readonly has_receipt_exception: boolean
  readonly tax_lines: readonly TaxLine[]
}

/** A role that an account has to play so that the document can be booked. */
export type Role = { readonly keys: readonly string[]; readonly pointer: string }

export const PAYABLE: Role = { keys: ['posting.accounts_payable'], pointer: '/payload' }
export const ACQUISITION_TAX: Role = { keys: ['posting.acquisition_tax'], pointer: '/payload/tax_lines' }
export const ACQUISITION_TAX_COST: Role = { keys: ['posting.acquisition_tax_cost'], pointer: '/payload/tax_lines' }
const MATERIAL_TAX: Role = { keys: ['posting.input_tax.material'], pointer: '/payload/tax_lines' }
const OPERATING_TAX: Role = { keys: ['posting.input_tax.operating'], pointer: '/payload/tax_lines' }

/**
 * Input tax is deducted only by who settles VAT effectively, and only with a receipt: an approved exception justifies
 * the expense, not the deduction.
 *
 * @source MWSTG Art. 28; the net tax rate method and the unregistered deduct nothing
 */
export function deductsInputTax(document: ExpenseDocument, books: Books): boolean {
  const reliesOnException = document.has_receipt_exception && !document.has_receipt
  return books.vat_method === 'effective' && !reliesOnException
}

/** Where the expense goes: by the line's category, the supplier, the document's category, or the default. */
export function expenseRole(document: ExpenseDocument, line?: TaxLine): Role {
  const keys = [
    line?.expense_category && `posting.expense.category.${line.expense_category}`,
    document.supplier_reference && `posting.expense.supplier.${document.supplier_reference}`,
    document.expense_category && `posting.expense.category.${document.expense_category}`,
    'posting.expense.default',
  ]
  return { keys: keys.filter((key): key is string => Boolean(key)), pointer: '/payload/expense_category' }
}

/** Where deductible tax goes. Acquisition tax follows the expense: class 4 is material, everything else operating. */
export function inputTaxRole(code: TaxCode, expense_account: string | undefined): Role {
  if (code.direction === 'acquisition') return expense_account?.startsWith('4') ? MATERIAL_TAX : OPERATING_TAX
  return code.direction.endsWith('material') ? MATERIAL_TAX : OPERATING_TAX
}

/** Every role that booking the document needs, each once. */
export function rolesOf(document: ExpenseDocument, books: Books): Role[] {
  const roles = document.tax_lines.length === 0 ? [expenseRole(document)] : []
  for (const line of document.tax_lines) roles.push(...rolesOfTaxLine(document, line, books))
  const unique = new Map([...roles, PAYABLE].map((role) => [role.keys.join(' '), role]))
  return [...unique.values()]
}

function rolesOfTaxLine(document: ExpenseDocument, line: TaxLine, books: Books): Role[] {
  const code = TAX_CODES.get(line.tax_code)
  const expense = expenseRole(document, line)
  if (!code || code.direction === 'none') return [expense]
  const inputTax = inputTaxRole(code, accountFor(books, expense.keys, document.business_date))
  if (code.direction === 'acquisition') return [expense, ...acquisitionRoles(books, inputTax)]
  if (!deductsInputTax(document, books)) return [expense]
  return [expense, inputTax]
}

function acquisitionRoles(books: Books, inputTax: Role): Role[] {
  if (books.vat_method === 'not_registered') return []
  return [books.vat_method === 'effective' ? inputTax : ACQUISITION_TAX_COST, ACQUISITION_TAX]
}
