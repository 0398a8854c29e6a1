import { resultAccounts } from '../../../shared/accounting/setup/accounts-of-roles.ts'
import { accountFor, type PostingSettings } from '../../../shared/accounting/setup/posting-settings.ts'
import type { KnownAccount } from '../../../shared/store/setup/chart.ts'

/** Each line on them is tax of a record, or is the transfer of a return. */
const TAX_ROLES = [
  'posting.input_tax.material',
  'posting.input_tax.operating',
  'posting.acquisition_tax',
  'posting.output_tax',
  'posting.tax_owed',
  'posting.vat_settlement',
]

/** Value adjustments (Wertberichtigungen) of the Swiss SME chart: of receivables, stocks, and fixed assets. */
const ALLOWANCE = /^1(?:0[67]|1[0469]|[24567]\d)9$/

/** Why neither money nor a deduction stands on an account; null where it may. */
export function whyNeverPaid(
  { account_code, account_type }: Pick<KnownAccount, 'account_code' | 'account_type'>,
  day: string,
  settings: PostingSettings | undefined,
): string | null {
  if (settings && TAX_ROLES.some((key) => accountFor(settings, [key], day) === account_code))
    return `Account ${account_code} is for tax, and what has no record of tax does not stand there.`
  if (account_type === 'asset' && ALLOWANCE.test(account_code))
    return `Account ${account_code} is the allowance of another account; nothing is paid there.`
  if (settings && account_type === 'equity' && resultAccounts(settings, day).has(account_code))
    return `Account ${account_code} takes the result of a year; the closing alone books there.`
  return null
}
