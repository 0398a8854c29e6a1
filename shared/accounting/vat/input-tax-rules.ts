import { amountInWords } from '../amounts/decimal.ts'
import type { AccountingDocument } from '../documents/accounting-document.ts'
import { type Finding, findingIf, forType, type RuleContext } from '../documents/rule-context.ts'
import { registrationOfLine } from './registration.ts'
import { taxCodeFor } from './tax-codes.ts'

/**
 * Input tax is proved by a receipt, or somebody has decided how else.
 *
 * @source MWSTG Art. 28 Abs. 1, Art. 81 Abs. 3 (free evidence); MWSTV Art. 59
 */
export function provesInputTax({ has_receipt, has_input_tax_decision }: AccountingDocument): boolean {
  return has_receipt || has_input_tax_decision
}

/** Input tax that nobody proves. An approved exception says that it is not deducted, so it is no surprise. */
export function findUnprovedInputTax(context: RuleContext): Finding[] {
  const { document } = context
  if (provesInputTax(document) || document.has_receipt_exception || !hasInputTax(context)) return []
  return document.fact_type === 'journal_voucher'
    ? findingIf(true, 'The voucher deducts input tax, and no receipt is attached.')
    : findingIf(true, 'No receipt is attached, so the input tax is not deducted: it is part of the expense.')
}

/** Tax of another country is cost. A foreign supplier charges Swiss tax only if he is registered in Switzerland. */
export const findForeignSuppliers = forType('expense_document', (context) => {
  const { partner_country, partner_uid } = context.document
  const isForeign = partner_country !== null && !['CH', 'LI'].includes(partner_country)
  if (!isForeign || partner_uid !== null || !hasInputTax(context)) return []
  return findingIf(true, `The supplier is in ${partner_country} and has no Swiss UID, but Swiss input tax is deducted.`)
})

/** What nobody owes tax on up to CHF 10,000 a calendar year. */
export const findUnregisteredAcquisitions = forType('expense_document', ({ document, settings }) =>
  document.tax_lines.flatMap((line, index): Finding[] => {
    const isAcquisition = taxCodeFor('expense_document', line.tax_code)?.direction === 'acquisition'
    if (!isAcquisition || registrationOfLine(settings, line, document).method !== 'not_registered') return []
    const net = amountInWords(line.net.amount_minor, line.net.currency)
    const message = `${net} counts against the CHF 10,000 of a calendar year up to which no acquisition tax is owed without registration.`
    return [{ message, pointer: `/payload/tax_lines/${index}/tax_code` }]
  }),
)

function hasInputTax({ document, settings }: RuleContext): boolean {
  const lines = document.fact_type === 'journal_voucher' ? document.lines : document.tax_lines
  return lines.some((line) => {
    const direction = taxCodeFor(document.fact_type, line.tax_code ?? 'NONE')?.direction ?? 'none'
    return isDeducted(direction) && registrationOfLine(settings, line, document).method === 'effective'
  })
}

function isDeducted(direction: string): boolean {
  return direction.endsWith('_material') || direction.endsWith('_operating')
}
