import type { VatRegistration } from '../../../contract/vat/registrations.ts'
import type { TaxLine, VoucherLine } from '../../documents/accounting-document.ts'
import type { Finding, RuleContext } from '../../documents/rule-context.ts'
import type { SupplyPeriod } from '../../documents/supply.ts'
import { revenueRole } from '../../journal/invoice-roles.ts'
import { accountFor } from '../../setup/posting-settings.ts'
import { activityOfRecord } from '../../vat/activity.ts'
import { isCreditNote } from '../../vat/filing/error-of-document.ts'
import { registrationOn } from '../../vat/registration.ts'
import { TAX_CODES } from '../../vat/tax-codes.ts'

/**
 * Turnover of one line is taxed at one net tax rate: where that of its activity changes while it is supplied, the line is split,
 * as it is for a change of the rates of the law.
 *
 * @source MWSTG Art. 37 Abs. 2, Art. 115 Abs. 1
 */
export function findChangedNetRates(context: RuleContext): Finding[] {
  const { document, settings } = context
  if (document.fact_type === 'expense_document') return []
  const isVoucher = document.fact_type === 'journal_voucher'
  const lines = isVoucher ? document.lines : document.tax_lines
  return lines.flatMap((line, index): Finding[] => {
    const { supply_period: period, tax_code } = line
    const direction = TAX_CODES.get(tax_code ?? '')?.direction
    if (period === null || !direction?.startsWith('output')) return []
    // What takes turnover back follows the document that it reduces, whose period it may have.
    if (direction === 'output_reduction' || isCreditNote(document)) return []
    const later = settings.vat_registrations.filter(({ valid_from: on }) => period.from < on && on <= period.to)
    const message = changeWithin(period, [registrationOn(settings, period.from), ...later], (registration) =>
      rateOf(line, registration, context),
    )
    const pointer = `/payload/${isVoucher ? 'lines' : 'tax_lines'}/${index}/supply_period`
    return message === null ? [] : [{ message, pointer }]
  })
}

/** Null of other methods, and where no activity has the turnover: other rules look at that. */
function rateOf(line: TaxLine | VoucherLine, registration: VatRegistration, { document, settings }: RuleContext) {
  const account =
    'account_code' in line
      ? line.account_code
      : document.fact_type === 'customer_invoice'
        ? accountFor(settings, revenueRole(document, line).keys, document.business_date)
        : undefined
  return activityOfRecord(registration, account, line.activity_id).net_rate_bp ?? null
}

function changeWithin(
  { from, to }: SupplyPeriod,
  registrations: readonly VatRegistration[],
  rateIn: (registration: VatRegistration) => number | null,
): string | null {
  const rates = registrations.map(rateIn)
  for (const [index, { valid_from }] of registrations.entries()) {
    const [before = null, after = null] = [rates[index - 1], rates[index]]
    if (before === null || after === null || before === after) continue
    return `The net tax rate of the activity changed on ${valid_from}, from ${inWords(before)} to ${inWords(after)}, and the supply from ${from} to ${to} has both: send one line for its part before that day, and one for its part from that day on, each with its own supply_period.`
  }
  return null
}

function inWords(rate_bp: number): string {
  return `${rate_bp / 100} %`
}
