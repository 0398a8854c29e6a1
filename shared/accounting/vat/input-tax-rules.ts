import { toBaseCurrency } from '../amounts/currency.ts'
import { amountInWords } from '../amounts/decimal.ts'
import type { AccountingDocument, Amount } from '../documents/accounting-document.ts'
import { type Finding, findingIf, forType, type RuleContext } from '../documents/rule-context.ts'
import type { SupplyOfLine } from '../documents/supply.ts'
import type { PostingSettings } from '../setup/posting-settings.ts'
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

/** Up to so much of a calendar year nobody owes acquisition tax who is not registered; in Rappen. */
export const ACQUISITION_LIMIT_MINOR = 10_000_00n

/**
 * Services from abroad of somebody who is not registered. Once they are above the limit, tax is owed on all of the year.
 *
 * @source MWSTG Art. 45 Abs. 2 lit. b
 */
export function findUnregisteredAcquisitions(context: RuleContext): Finding[] {
  return acquisitionsOf(context).map(({ net, pointer }) => {
    const words = amountInWords(net.amount_minor, net.currency)
    const message = `${words} counts against the CHF 10,000 of a calendar year up to which no acquisition tax is owed without registration.`
    return { message, pointer }
  })
}

/** The sum of the year, as soon as it is above the limit. */
export function findPassedLimit(context: RuleContext): Finding[] {
  const { document, settings, rates, acquired_minor } = context
  const added = acquisitionsOf(context).map(({ net: { amount_minor, currency } }) => {
    if (currency === settings.base_currency) return amount_minor
    const rate = rates.get(currency)
    return rate === undefined ? 0n : toBaseCurrency(amount_minor, currency, settings.base_currency, rate)
  })
  const sum = added.reduce((total, amount_minor) => total + amount_minor, acquired_minor)
  if (added.length === 0 || settings.base_currency !== 'CHF' || sum <= ACQUISITION_LIMIT_MINOR) return []
  const words = amountInWords(sum, settings.base_currency)
  const year = document.business_date.slice(0, 4)
  const message = `With this document services from abroad of ${year} are ${words}, above CHF 10,000: acquisition tax is owed on all of them.`
  return [document.fact_type === 'journal_voucher' ? { message, pointer: '/payload/lines' } : { message }]
}

/** A line of a purchase from abroad, on which no tax is booked. */
export function isUnregisteredAcquisition(
  document: { readonly supply_date: string },
  line: SupplyOfLine & { readonly tax_code: string | null },
  settings: Pick<PostingSettings, 'vat_registrations'>,
): boolean {
  const isAcquisition = taxCodeFor('expense_document', line.tax_code ?? 'NONE')?.direction === 'acquisition'
  return isAcquisition && registrationOfLine(settings, line, document).method === 'not_registered'
}

type Acquisition = { readonly net: Amount; readonly pointer: string }

function acquisitionsOf({ document, settings }: RuleContext): Acquisition[] {
  const { fact_type } = document
  if (fact_type === 'customer_invoice') return []
  if (fact_type === 'journal_voucher')
    return document.lines.flatMap((line, index) =>
      isUnregisteredAcquisition(document, line, settings)
        ? [{ net: line.base ?? line.amount, pointer: `/payload/lines/${index}/tax_code` }]
        : [],
    )
  return document.tax_lines.flatMap((line, index) =>
    isUnregisteredAcquisition(document, line, settings)
      ? [{ net: line.net, pointer: `/payload/tax_lines/${index}/tax_code` }]
      : [],
  )
}

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
