import type { Finding, RuleContext } from '../../documents/rule-context.ts'
import { fiscalYearOf } from '../../setup/fiscal-years.ts'
import type { PostingSettings } from '../../setup/posting-settings.ts'
import { hasReceivedConsideration } from '../due-with-payment.ts'
import { saleDayOf } from '../filing/tax-point.ts'
import { registrationOn } from '../registration.ts'
import { TAX_CODES } from '../tax-codes.ts'

/**
 * Sales that are invoiced while consideration is agreed, and booked once it is received. The law has their tax with the invoice, and
 * the change takes back what is open of it; booked behind the change it is declared with the payment alone.
 */
function findInvoiceAcrossChange({ document, settings }: RuleContext): Finding[] {
  if (!hasReceivedConsideration(settings)) return []
  const day = saleDayOf(document, settings)
  if (day === null || day > document.business_date) return []
  const [invoiced, booked] = [registrationOn(settings, day), registrationOn(settings, document.business_date)]
  const isAcross = invoiced.consideration === 'agreed' && booked.consideration === 'received'
  if (!isAcross || invoiced.method !== booked.method) return []
  const codes = document.fact_type === 'journal_voucher' ? document.lines : document.tax_lines
  if (!codes.some(({ tax_code }) => TAX_CODES.get(tax_code ?? '')?.direction === 'output')) return []
  const message = `Consideration was agreed on ${day}, the day of the invoice, and is received on ${document.business_date}: its tax is declared with its payment, and in no return before. ${whatToSend(day, settings)}`
  const pointer = document.fact_type === 'journal_voucher' ? '/payload/lines' : '/payload/document_date'
  return [{ message, pointer }]
}

/** The return of the day of the invoice has its tax then, or is corrected; where another system has filed it, the year is. */
function whatToSend(day: string, settings: PostingSettings): string {
  const { vat_filed_through = null, vat_filed_from = null, locked_through, fiscal_years } = settings
  const isFiled = vat_filed_through !== null && day <= vat_filed_through
  const isOfAnother = vat_filed_from !== null && day < vat_filed_from
  const period = isOfAnother ? 'annual_reconciliation' : isFiled ? 'correction' : null
  const fields = `business_date: ${day}${period === null ? '' : ` and vat_period: ${period}`}`
  const isLocked = locked_through !== null && day <= locked_through
  return isLocked || fiscalYearOf(fiscal_years, day)?.state === 'closed'
    ? `The books of ${day} are closed: it stays with its payment, or they are opened and it is sent again with ${fields}.`
    : `Send it again with ${fields}.`
}

/** A row of the warnings. */
export const INVOICE_ACROSS_CHANGE = {
  code: 'invoice_before_change_of_consideration',
  pointer: '/payload/document_date',
  remedy:
    'Reverse the fact and send it again as the message says: the return of the day of the invoice has its tax then, and the change takes back what is open. Nothing, where that makes no difference.',
  source: 'MWSTG Art. 40 Abs. 1 lit. a; MWSTV Art. 106',
  find: findInvoiceAcrossChange,
} as const
