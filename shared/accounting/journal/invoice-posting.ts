import assert from 'node:assert/strict'
import type { Invoice, TaxLine } from '../documents/accounting-document.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
import { activityOfRecord } from '../vat/activity.ts'
import { registrationOfLine } from '../vat/registration.ts'
import { declaredGross, owedOnGross } from '../vat/return/tax-shown.ts'
import { grossFigure } from '../vat/tax-codes.ts'
import { paidByAdvance, withPaidPart } from './advances/paid-part.ts'
import { outputTaxRole, receivableRole, revenueRole } from './invoice-roles.ts'
import { journalLines, type Movement } from './journal-entry.ts'
import {
  type Context,
  codeOf,
  merged,
  movement,
  negative,
  outsideReturns,
  snapshot,
  type TradePosting,
  withRest,
  withTax,
} from './trade-posting.ts'

/**
 * Books a customer invoice: debit the receivable, credit revenue and output tax for each tax line. A credit note has
 * negative amounts and lands on the swapped sides; so does a line with a VS code, which reduces revenue.
 *
 * @param rate_e8 base currency for one unit of the invoice's currency; null when they are the same
 * @returns balanced lines; the open item is the receivable (positive for an invoice, zero where its advance has paid all)
 * @throws AssertionError where a blocker should have stopped the invoice earlier
 * @source OR Art. 957a; MWSTG Art. 18, 21, 23 (turnover with and without tax), Art. 41 (reductions)
 */
export function postInvoice(document: Invoice, settings: PostingSettings, rate_e8: bigint | null): TradePosting {
  const context = { document, settings, rate_e8 }
  const { gross, tax_lines } = document
  assert(gross, 'an invoice needs an amount')
  const paid = paidByAdvance(document, settings)
  const revenue =
    tax_lines.length === 0
      ? [movement(context, revenueRole(document), negative(gross))]
      : tax_lines.flatMap((line) => withPaidPart(revenueLines(context, line), paid, { document, settings, line }))
  const rest = movement(context, receivableRole(document, settings), gross)
  const { open_item, closing } = withRest(context, rest, revenue, revenueRole(document))
  return { lines: journalLines([closing, ...revenue]), open_item }
}

/** Net and tax are converted separately, and the gross amount is their sum. Tax that is shown too low is booked as it is owed. */
function revenueLines(context: Context, printed: TaxLine): Movement[] {
  const { document, settings } = context
  const { direction } = codeOf(printed)
  const { method } = registrationOfLine(settings, printed, document)
  const line = method === 'effective' ? { ...printed, ...owedOnGross(codeOf(printed), printed) } : printed
  const revenue = movement(context, revenueRole(document, line), negative(line.net))
  if (direction === 'none') return [revenue]
  if (direction === 'turnover_without_tax' && method === 'effective') {
    return [{ ...revenue, tax: snapshot(context, line, -1n, revenue, null) }]
  }
  const role = outputTaxRole(document, line, settings)
  if (role === null) {
    return [withGrossRecord(context, line, revenue, movement(context, revenueRole(document, line), negative(line.tax)))]
  }
  const tax = movement(context, role, negative(line.tax))
  // A reduction is reported as such: it is a positive figure of its own in the return.
  const sign = direction === 'output_reduction' ? 1n : -1n
  const record = snapshot(context, line, sign, revenue, tax)
  return withTax(revenue, tax, method === 'effective' ? record : outsideReturns(record, 'output_unregistered'))
}

/**
 * Under the net tax rate method the record has what was agreed, tax included; the return computes the tax of the
 * activity. Its turnover has no line of the form by rates. Somebody who is not registered has no records.
 *
 * @source MWSTG Art. 37 Abs. 2
 */
function withGrossRecord(context: Context, line: TaxLine, net: Movement, tax: Movement): Movement {
  const { document, settings } = context
  const registration = registrationOfLine(settings, line, document)
  const gross = merged(net, tax)
  if (registration.method !== 'net_tax_rate') return gross
  const code = codeOf(line)
  const { direction } = code
  const sign = direction === 'output_reduction' ? 1n : -1n
  const activity = activityOfRecord(registration, gross.account_code, line.activity_id)
  const declared = {
    ...gross,
    amount_minor: declaredGross(code, net.amount_minor, tax.amount_minor, activity.net_rate_bp),
    transaction_minor: declaredGross(code, net.transaction_minor, tax.transaction_minor, activity.net_rate_bp),
  }
  const record = snapshot(context, line, sign, declared, null)
  if (direction === 'turnover_without_tax') return { ...gross, tax: record }
  return { ...gross, tax: { ...record, form_figure: grossFigure(code, record.supply_date), ...activity } }
}
