import { amountInWords } from '../amounts/decimal.ts'
import { type Finding, forInvoices, type RuleContext } from '../documents/rule-context.ts'
import { periodOfLine, type SupplyOfLine, type SupplyPeriod, supplyInWords } from '../documents/supply.ts'
import { isRateValid, taxCodeFor } from './tax-codes.ts'

export function findUnknownTaxCodes(context: RuleContext): Finding[] {
  const { fact_type } = context.document
  const isFor = { expense_document: ' of purchases', customer_invoice: ' of sales', journal_voucher: '' }[fact_type]
  return taxCodesOf(context).flatMap(({ tax_code, pointer }) =>
    taxCodeFor(fact_type, tax_code) ? [] : [{ message: `${tax_code} is no tax code${isFor}.`, pointer }],
  )
}

export function findOutdatedRates(context: RuleContext): Finding[] {
  const { fact_type } = context.document
  return taxCodesOf(context).flatMap(({ tax_code, supply: { from, to }, pointer }) => {
    const code = taxCodeFor(fact_type, tax_code)
    if (!code || isRateValid(code, from, to)) return []
    if (isRateValid(code, from) || isRateValid(code, to)) {
      const message = `The rates changed between ${from} and ${to}, so one line with ${tax_code} cannot be for both.`
      return [{ message, pointer }]
    }
    return [{ message: `The rate of ${tax_code} was not law ${supplyInWords({ from, to })}.`, pointer }]
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

function taxCodesOf({ document }: RuleContext): NamedTaxCode[] {
  if (document.fact_type === 'journal_voucher') {
    return document.lines.flatMap((line, index) => {
      const { tax_code } = line
      const supply = periodOfLine(line, document.supply_date)
      return tax_code === null ? [] : [{ tax_code, supply, pointer: `/payload/lines/${index}/tax_code` }]
    })
  }
  return document.tax_lines.map((line, index) => ({
    tax_code: line.tax_code,
    supply: periodOfLine(line, document.supply_date),
    pointer: `/payload/tax_lines/${index}/tax_code`,
  }))
}

type NamedTaxCode = { readonly tax_code: string; readonly supply: SupplyPeriod; readonly pointer: string }
