import assert from 'node:assert/strict'
import { taxOnNet } from '../amounts/rounding.ts'
import type { Invoice, TaxLine } from '../documents/accounting-document.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { registrationOfLine } from '../vat/registration.ts'
import { paidByAdvance, withPaidPart } from './advances/paid-part.ts'
import {
  ACQUISITION_TAX,
  ACQUISITION_TAX_COST,
  deductsInputTax,
  expenseRole,
  inputTaxRole,
  payableRole,
} from './expense-roles.ts'
import { journalLines, type Movement } from './journal-entry.ts'
import {
  type Context,
  codeOf,
  merged,
  movement,
  movementInBaseCurrency,
  negative,
  outsideReturns,
  snapshot,
  type TradePosting,
  withRest,
  withTax,
} from './trade-posting.ts'

/**
 * Books an expense document: debit expense and input tax for each tax line, credit the payable. A credit note has
 * negative amounts and lands on the swapped sides. Acquisition tax is booked on both sides and owed to nobody but the
 * tax administration, so the payable does not contain it.
 *
 * @param rate_e8 base currency for one unit of the document's currency; null when they are the same
 * @returns balanced lines; the open item is the payable (negative for an invoice, zero where its advance has paid all)
 * @throws AssertionError where a blocker should have stopped the document earlier
 * @source OR Art. 957a; MWSTG Art. 28 (input tax), Art. 45 (acquisition tax)
 */
export function postExpense(document: Invoice, settings: PostingSettings, rate_e8: bigint | null): TradePosting {
  const context = { document, settings, rate_e8 }
  const { gross, tax_lines } = document
  assert(gross, 'an expense document needs an amount')
  const paid = paidByAdvance(document, settings)
  const inParts = (movements: readonly Movement[], line: TaxLine) =>
    withPaidPart(movements, paid, { document, settings, line })
  const costs =
    tax_lines.length === 0
      ? [movement(context, expenseRole(document), gross)]
      : tax_lines.flatMap((line) => inParts(costsOf(context, line), line))
  const rest = movement(context, payableRole(document, settings), negative(gross))
  const { open_item, closing } = withRest(context, rest, costs, expenseRole(document))
  return {
    lines: journalLines([
      ...costs,
      closing,
      ...tax_lines.flatMap((line) => inParts(acquisitionTax(context, line), line)),
    ]),
    open_item,
  }
}

/** Net and tax are converted separately, and the gross amount is their sum. */
function costsOf(context: Context, line: TaxLine): Movement[] {
  const code = codeOf(line)
  const expense = movement(context, expenseRole(context.document, line), line.net)
  if (code.direction === 'none') return [expense]
  if (code.direction === 'acquisition') return [withUnregisteredRecord(context, line, expense)]
  if (!deductsInputTax(context.document, line, context.settings)) {
    return [merged(expense, movement(context, expenseRole(context.document, line), line.tax))]
  }
  const tax = movement(context, inputTaxRole(code, expense.account_code), line.tax)
  return withTax(expense, tax, snapshot(context, line, 1n, expense, tax))
}

/**
 * Services from abroad that somebody buys who is not registered: nothing is owed up to a limit in the calendar year, so
 * nothing is booked. The record says what counts against the limit.
 *
 * @source MWSTG Art. 45 Abs. 2 lit. b
 */
function withUnregisteredRecord(context: Context, line: TaxLine, expense: Movement): Movement {
  const { document, settings } = context
  if (registrationOfLine(settings, line, document).method !== 'not_registered') return expense
  const record = snapshot(context, line, 1n, expense, null)
  return { ...expense, tax: outsideReturns(record, 'acquisition_unregistered') }
}

/** Acquisition tax: the recipient of a foreign service owes it, and may deduct it, on the net amount in base currency. */
function acquisitionTax(context: Context, line: TaxLine): Movement[] {
  const { document, settings } = context
  const code = codeOf(line)
  const method = registrationOfLine(settings, line, document).method
  if (code.direction !== 'acquisition' || method === 'not_registered') return []
  const expense = movement(context, expenseRole(document, line), line.net)
  const tax_minor = taxOnNet(expense.amount_minor, code.rate_bp)
  const amount = { amount_minor: tax_minor, currency: settings.base_currency }
  const deductionCode = method === 'effective' ? deductionOf(line, expense.account_code) : null
  const role = deductionCode ? inputTaxRole(code, expense.account_code) : ACQUISITION_TAX_COST
  const deducted = movementInBaseCurrency(context, role, amount)
  const owed = movementInBaseCurrency(context, ACQUISITION_TAX, negative(amount))
  const deduction = deductionCode
    ? { ...deducted, tax: snapshot(context, { ...line, tax_code: deductionCode }, 1n, expense, deducted) }
    : deducted
  return [deduction, { ...owed, tax: snapshot(context, line, 1n, expense, deducted) }]
}

/** B81 is deducted as M81 or I81: same rate, the letter follows the expense account. */
function deductionOf(line: TaxLine, expense_account: string): string {
  return (expense_account.startsWith('4') ? 'M' : 'I') + line.tax_code.slice(1)
}
