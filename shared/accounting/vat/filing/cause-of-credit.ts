import { forInvoices } from '../../documents/rule-context.ts'
import { registrationOn } from '../registration.ts'
import { filedSupplyOf, isCreditNote } from './error-of-document.ts'

/**
 * A credit note without a cause, where returns are filed: it counts as changed consideration, with itself. One that names a supply of
 * a filed return is blocked for its cause.
 */
const findCreditWithoutCause = forInvoices(({ document, settings }) => {
  const { vat_filed_through = null } = settings
  const { business_date, vat_period, tax_date, tax_lines } = document
  if (vat_filed_through === null || vat_period !== null || tax_date !== null || !isCreditNote(document)) return []
  // Either is blocked for its cause: it counts nowhere yet.
  if (business_date <= vat_filed_through || filedSupplyOf(document, vat_filed_through) !== null) return []
  const hasTax = tax_lines.some(({ tax }) => tax.amount_minor !== 0n)
  if (!hasTax || registrationOn(settings, business_date).consideration !== 'agreed') return []
  const message = `VAT returns are filed through ${vat_filed_through}, and the credit note says no cause: it counts on ${business_date}, as changed consideration does (Art. 41).`
  return [{ message, pointer: '/cause' }]
})

/** A row of the warnings. */
export const CREDIT_WITHOUT_CAUSE = {
  code: 'credit_note_without_cause',
  pointer: '/cause',
  remedy: 'Nothing, where consideration has changed; else reverse the fact and send it again with cause: error.',
  source: 'MWSTG Art. 41, 71, 72',
  find: findCreditWithoutCause,
} as const
