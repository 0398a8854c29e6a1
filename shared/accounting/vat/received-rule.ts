import { findingIf, forInvoices } from '../documents/rule-context.ts'
import { registrationOn } from './registration.ts'
import { TAX_CODES } from './tax-codes.ts'

/**
 * Under received consideration the tax of a document is due with its payments. Payments do not declare it yet, and a
 * record that says that it is due with the document would stand in the wrong return for ever.
 */
export const findTaxDueWithPayment = forInvoices(({ document: { supply_date, tax_lines }, settings }) => {
  const isTaxed = tax_lines.some(({ tax_code }) => (TAX_CODES.get(tax_code)?.direction ?? 'none') !== 'none')
  return findingIf(
    isTaxed && registrationOn(settings, supply_date).consideration === 'received',
    `Consideration is reported as received on ${supply_date}, so its tax is due with the payment. Payments do not declare tax yet.`,
  )
})
