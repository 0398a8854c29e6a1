import { amountInWords } from '../amounts/decimal.ts'
import type { AccountingDocument } from '../documents/accounting-document.ts'
import { type Finding, forInvoices, type RuleContext } from '../documents/rule-context.ts'
import { periodOfLine, type SupplyOfLine, supplyInWords } from '../documents/supply.ts'
import { isRateValid, taxCodeFor } from './tax-codes.ts'

export function findUnknownTaxCodes({ document }: RuleContext): Finding[] {
  const { fact_type } = document
  return findInTaxCodes(document, (tax_code) => {
    if (taxCodeFor(fact_type, tax_code)) return null
    const isFor = { expense_document: ' of purchases', customer_invoice: ' of sales', journal_voucher: '' }[fact_type]
    return `${tax_code} is no tax code${isFor}.`
  })
}

export function findOutdatedRates({ document }: RuleContext): Finding[] {
  const { fact_type, supply_date } = document
  return findInTaxCodes(document, (tax_code, line) => {
    const code = taxCodeFor(fact_type, tax_code)
    if (!code || code.rate_bp === 0n) return null
    const { from, to } = periodOfLine(line, supply_date)
    if (isRateValid(code, from, to)) return null
    return isRateValid(code, from) || isRateValid(code, to)
      ? `The rates changed between ${from} and ${to}, so one line with ${tax_code} cannot be for both.`
      : `The rate of ${tax_code} was not law ${supplyInWords({ from, to })}.`
  })
}

/** A line has one day or one period, and a period does not end before it begins. */
export function findWrongPeriods({ document }: RuleContext): Finding[] {
  const [lines, path] =
    document.fact_type === 'journal_voucher' ? [document.lines, 'lines'] : [document.tax_lines, 'tax_lines']
  return lines.flatMap(({ supply_date, supply_period }: SupplyOfLine, index: number) => {
    if (supply_period === null) return []
    const { from, to } = supply_period
    const pointer = `/payload/${path}/${index}/supply_period`
    if (supply_date !== null) return [{ message: 'The line has a supply_date and a supply_period.', pointer }]
    return from <= to ? [] : [{ message: `The period begins on ${from} and ends before, on ${to}.`, pointer }]
  })
}

/**
 * A reduction of turnover is negative. On a credit note it may be positive: there it takes back the reduction of the
 * invoice.
 */
export const findWrongSigns = forInvoices(({ document: { fact_type, gross, tax_lines } }) =>
  tax_lines.flatMap(({ tax_code, net }, index) => {
    const isReduction = taxCodeFor(fact_type, tax_code)?.direction === 'output_reduction'
    if (!isReduction || net.amount_minor <= 0n || (gross?.amount_minor ?? 0n) < 0n) return []
    const message = `${tax_code} reduces turnover, so its net amount is negative on an invoice, not ${amountInWords(net.amount_minor, net.currency)}.`
    return [{ message, pointer: `/payload/tax_lines/${index}/net_amount` }]
  }),
)

type LineWithCode = SupplyOfLine & { readonly tax_code: string | null }

/** @param find what is wrong with the code of a line; of nearly none anything is, so only then its place is written out */
function findInTaxCodes(
  document: AccountingDocument,
  find: (tax_code: string, line: SupplyOfLine) => string | null,
): Finding[] {
  const ofVoucher = document.fact_type === 'journal_voucher'
  const lines: readonly LineWithCode[] = ofVoucher ? document.lines : document.tax_lines
  const findings: Finding[] = []
  for (const [index, line] of lines.entries()) {
    const message = line.tax_code === null ? null : find(line.tax_code, line)
    if (message === null) continue
    findings.push({ message, pointer: `/payload/${ofVoucher ? 'lines' : 'tax_lines'}/${index}/tax_code` })
  }
  return findings
}
