import type { Invoice } from '../../documents/accounting-document.ts'
import { type Finding, forType, type RuleContext } from '../../documents/rule-context.ts'
import { periodOfLine } from '../../documents/supply.ts'
import { revenueRole } from '../../journal/invoice-roles.ts'
import { accountFor } from '../../setup/posting-settings.ts'
import { activityOf } from '../../vat/activity.ts'
import { registrationOfLine } from '../../vat/registration.ts'
import { TAX_CODES } from '../../vat/tax-codes.ts'

/** The rules of `RULES` about activities of the net tax rate method, in their place there. */
export const ACTIVITY_RULES = [
  {
    code: 'vat_activity_missing',
    pointer: '/payload/tax_lines',
    remedy:
      'Send the line again with the activity_id of an activity that the end customer is registered with, or put the VAT registration with the account of the turnover among the accounts of an activity.',
    source: 'MWSTG Art. 37; MWSTV Art. 84 ff.',
    find: forType('customer_invoice', findMissingActivities),
  },
] as const

/** A registration that names no activities is one from before they were kept; its turnover has none. */
function findMissingActivities({ document, settings }: RuleContext<Invoice>): Finding[] {
  return document.tax_lines.flatMap((line, index) => {
    const { activity_id, tax_code } = line
    const registration = registrationOfLine(settings, line, document)
    if (registration.method !== 'net_tax_rate' || registration.activities.length === 0) return []
    if (!TAX_CODES.get(tax_code)?.direction.startsWith('output')) return []
    const account = accountFor(settings, revenueRole(document, line).keys, document.business_date)
    if (activityOf(registration, account, activity_id) !== null) return []
    const message =
      activity_id === null
        ? `No activity has the turnover on ${account ?? 'its account'}, and there are several.`
        : `The end customer is not registered with the activity ${activity_id} on ${periodOfLine(line, document.supply_date).to}.`
    return [{ message, pointer: `/payload/tax_lines/${index}/activity_id` }]
  })
}
