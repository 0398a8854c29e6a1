import type { VatRegistration } from '../../../contract/vat/registrations.ts'
import type { Invoice } from '../../documents/accounting-document.ts'
import {
  allChecks,
  type Check,
  type Finding,
  forType,
  forVouchers,
  type RuleContext,
} from '../../documents/rule-context.ts'
import { periodOfLine } from '../../documents/supply.ts'
import { revenueRole } from '../../journal/invoice-roles.ts'
import { accountFor } from '../../setup/posting-settings.ts'
import { activityOf, isGrossTurnover } from '../../vat/activity.ts'
import { withMemos } from '../../vat/consideration/memos.ts'
import { registrationOfLine } from '../../vat/registration.ts'
import { TAX_CODES } from '../../vat/tax-codes.ts'
import { findChangedNetRates } from './changed-net-rates.ts'

type ActivityRule = {
  readonly code: string
  readonly pointer: string
  readonly remedy: string
  readonly source: string
  readonly find: Check
}

const findInInvoice = forType('customer_invoice', findMissingActivities)
const findInVoucher = forVouchers(({ document, settings }) =>
  document.lines.flatMap((line, index) => {
    if (!isGrossTurnover(document, line, settings)) return []
    const registration = registrationOfLine(settings, line, document)
    const day = periodOfLine(line, document.supply_date).to
    return missing(registration, line.account_code, line.activity_id, day, `/payload/lines/${index}/activity_id`)
  }),
)

/** The rules of `RULES` about activities of the net tax rate method, in their place there. */
export const ACTIVITY_RULES = [
  {
    code: 'vat_activity_missing',
    pointer: '/payload/tax_lines',
    remedy:
      'Send the line again with the activity_id of an activity that the end customer is registered with, or put the VAT registration with the account of the turnover among the accounts of an activity.',
    source: 'MWSTG Art. 37; MWSTV Art. 84 ff.',
    find: allChecks(findInInvoice, findInVoucher),
  },
  {
    code: 'net_tax_rate_changed',
    pointer: '/payload/tax_lines',
    remedy:
      'Split the line: one for the part of the supply before the change of the rate, and one for the part from it on, each with its own supply_period.',
    source: 'MWSTG Art. 37 and 115',
    find: withMemos(findChangedNetRates, true),
  },
] as const satisfies readonly ActivityRule[]

function findMissingActivities({ document, settings }: RuleContext<Invoice>): Finding[] {
  return document.tax_lines.flatMap((line, index) => {
    const { activity_id, tax_code } = line
    const registration = registrationOfLine(settings, line, document)
    if (registration.method !== 'net_tax_rate') return []
    if (!TAX_CODES.get(tax_code)?.direction.startsWith('output')) return []
    const account = accountFor(settings, revenueRole(document, line).keys, document.business_date)
    const day = periodOfLine(line, document.supply_date).to
    return missing(registration, account, activity_id, day, `/payload/tax_lines/${index}/activity_id`)
  })
}

/** A registration that names no activities is one from before they were kept; its turnover has none. */
function missing(
  registration: VatRegistration,
  account: string | undefined,
  activity_id: string | null,
  day: string,
  pointer: string,
): Finding[] {
  if (registration.activities.length === 0 || activityOf(registration, account, activity_id) !== null) return []
  const message =
    activity_id === null
      ? `No activity has the turnover on ${account ?? 'its account'}, and there are several.`
      : `The end customer is not registered with the activity ${activity_id} on ${day}.`
  return [{ message, pointer }]
}
