import assert from 'node:assert/strict'
import { accountFor, type Books } from './books.ts'
import { toBaseCurrency } from './currency.ts'
import {
  ACQUISITION_TAX,
  ACQUISITION_TAX_COST,
  type Amount,
  deductsInputTax,
  type ExpenseDocument,
  expenseRole,
  inputTaxRole,
  PAYABLE,
  type Role,
  type TaxLine,
} from './expense-document.ts'
import { type JournalLine, journalLines, type Movement, type TaxSnapshot } from './journal-entry.ts'
import { taxOnNet } from './rounding.ts'
import { formFigure, TAX_CODES, type TaxCode } from './tax-codes.ts'

/** Changes with every change of the rules that an entry was made by; it is kept with the entry (GeBüV Art. 4). */
export const RULE_VERSION = 1

export type ExpensePosting = { readonly lines: readonly JournalLine[]; readonly payable: Movement }

type Context = { readonly document: ExpenseDocument; readonly books: Books; readonly rate_e8: bigint | null }

/**
 * Books an expense document: debit expense and input tax for each tax line, credit the payable. A credit note has
 * negative amounts and lands on the swapped sides. Acquisition tax is booked on both sides and owed to nobody but the
 * tax administration, so the payable does not contain it.
 *
 * @param rate_e8 base currency for one unit of the document's currency; null when they are the same
 * @returns balanced lines; the payable is the movement of the supplier's open item (negative for an invoice)
 * @throws AssertionError where a blocker should have stopped the document earlier
 * @source OR Art. 957a; MWSTG Art. 28 (input tax), Art. 45 (acquisition tax)
 */
export function postExpense(document: ExpenseDocument, books: Books, rate_e8: bigint | null): ExpensePosting {
  const context = { document, books, rate_e8 }
  const { gross, tax_lines } = document
  assert(gross && gross.amount_minor !== 0n, 'an expense document needs an amount')
  const costs = tax_lines.length === 0 ? [movement(context, expenseRole(document), gross)] : taxLines(context)
  const owed = costs.reduce((total, cost) => total + cost.amount_minor, 0n)
  const payable: Movement = {
    ...movement(context, PAYABLE, { ...gross, amount_minor: -gross.amount_minor }),
    amount_minor: -owed,
  }
  return {
    lines: journalLines([...costs, payable, ...tax_lines.flatMap((line) => acquisitionTax(context, line))]),
    payable,
  }
}

/** Net and tax are converted each by itself, and the gross amount is their sum. */
function taxLines(context: Context): Movement[] {
  return context.document.tax_lines.flatMap((line) => {
    const code = codeOf(line)
    const expense = movement(context, expenseRole(context.document, line), line.net)
    if (code.direction === 'none' || code.direction === 'acquisition') return [expense]
    const taxRole = deductsInputTax(context.document, context.books)
      ? inputTaxRole(code, expense.account_code)
      : expenseRole(context.document, line)
    const tax = movement(context, taxRole, line.tax)
    if (taxRole.keys[0] !== inputTaxRole(code, expense.account_code).keys[0]) return [merged(expense, tax)]
    return [expense, { ...tax, tax: snapshot(context, line, expense.amount_minor, tax.amount_minor) }]
  })
}

/** What the recipient of a foreign service owes and, if it may, deducts: on the net amount in the base currency. */
function acquisitionTax(context: Context, line: TaxLine): Movement[] {
  const { document, books } = context
  const code = codeOf(line)
  if (code.direction !== 'acquisition' || books.vat_method === 'not_registered') return []
  const expense = movement(context, expenseRole(document, line), line.net)
  const tax_minor = taxOnNet(expense.amount_minor, code.rate_bp)
  const amount = { amount_minor: tax_minor, currency: books.base_currency }
  const deductionCode = books.vat_method === 'effective' ? deductionOf(line, expense.account_code) : null
  const role = deductionCode ? inputTaxRole(code, expense.account_code) : ACQUISITION_TAX_COST
  const deducted = inBaseCurrency(context, role, amount)
  const owed = inBaseCurrency(context, ACQUISITION_TAX, { ...amount, amount_minor: -tax_minor })
  const deduction = deductionCode
    ? { ...deducted, tax: snapshot(context, { ...line, tax_code: deductionCode }, expense.amount_minor, tax_minor) }
    : deducted
  return [deduction, { ...owed, tax: snapshot(context, line, expense.amount_minor, tax_minor) }]
}

/** B81 is deducted as M81 or I81: same rate, the letter follows the expense account. */
function deductionOf(line: TaxLine, expense_account: string): string {
  return (expense_account.startsWith('4') ? 'M' : 'I') + line.tax_code.slice(1)
}

function movement(context: Context, role: Role, amount: Amount): Movement {
  const { rate_e8, books } = context
  const base_minor =
    rate_e8 === null
      ? amount.amount_minor
      : toBaseCurrency(amount.amount_minor, amount.currency, books.base_currency, rate_e8)
  return {
    account_code: accountOf(context, role),
    amount_minor: base_minor,
    currency: amount.currency,
    transaction_minor: amount.amount_minor,
    rate_e8,
  }
}

function inBaseCurrency(context: Context, role: Role, amount: Amount): Movement {
  return movement({ ...context, rate_e8: null }, role, amount)
}

/** Tax that is not deducted stays in the expense. */
function merged(expense: Movement, tax: Movement): Movement {
  return {
    ...expense,
    amount_minor: expense.amount_minor + tax.amount_minor,
    transaction_minor: expense.transaction_minor + tax.transaction_minor,
  }
}

function snapshot({ document, books }: Context, line: TaxLine, base_minor: bigint, tax_minor: bigint): TaxSnapshot {
  const code = codeOf(line)
  return {
    tax_code: line.tax_code,
    direction: code.direction,
    rate_bp: Number(code.rate_bp),
    form_figure: formFigure(code, document.supply_date),
    supply_date: document.supply_date,
    currency: books.base_currency,
    base_minor: Number(base_minor),
    tax_minor: Number(tax_minor),
  }
}

function codeOf(line: TaxLine): TaxCode {
  const code = TAX_CODES.get(line.tax_code)
  assert(code, `tax code ${line.tax_code} is unknown`)
  return code
}

function accountOf({ books, document }: Context, role: Role): string {
  const account = accountFor(books, role.keys, document.business_date)
  assert(account, `no account for ${role.keys.join(', ')}`)
  return account
}
