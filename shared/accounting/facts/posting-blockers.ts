import type { AccountStatus } from '../../contract/setup/accounts.ts'
import { canHaveFiscalYear, fiscalYearOf } from '../setup/fiscal-years.ts'
import { chartVersionOn, type PostingSettings } from '../setup/posting-settings.ts'
import type { Blocker, BlockerCode } from './blockers.ts'

/** An account that a posting needs: by its code, or by the mapping keys of its role. */
export type NeededAccount = { readonly account_code: string | undefined; readonly keys: readonly string[] }

/**
 * What stops a posting on a day: the same obstacles that stop a fact, with the same codes, so that whatever removes them
 * has it tried again.
 *
 * @param statuses accounts as the chart in force on that day has them
 */
export function postingBlockers(
  settings: PostingSettings,
  date: string,
  today: string,
  accounts: readonly NeededAccount[],
  statuses: ReadonlyMap<string, AccountStatus>,
): Blocker[] {
  const year = fiscalYearOf(settings.fiscal_years, date)
  const { locked_through } = settings
  const inactive = accounts.flatMap(({ account_code }) =>
    account_code !== undefined && statuses.get(account_code) !== 'active' ? [account_code] : [],
  )
  const found: (Blocker | false)[] = [
    chartVersionOn(settings, date) === undefined &&
      blocker('account_chart_missing', `No chart of accounts is valid on ${date}.`, 'Put the chart of accounts.'),
    ...accounts
      .filter(({ account_code }) => account_code === undefined)
      .map(({ keys }) =>
        blocker(
          'account_mapping_missing',
          `No account is mapped to ${keys.join(' or ')}.`,
          'Map the key to an account, or put a chart that contains the account of the SME chart for it.',
        ),
      ),
    ...[...new Set(inactive)].map((code) =>
      blocker(
        'account_inactive',
        `Account ${code} is not active on ${date}.`,
        'Put a chart that lists the account as active on that day.',
      ),
    ),
    !year &&
      !canHaveFiscalYear(date, today) &&
      blocker('fiscal_year_missing', `${date} falls into no fiscal year.`, 'Reverse it and give another date.'),
    year?.state === 'closed' &&
      blocker('fiscal_year_closed', `Fiscal year ${year.fiscal_year_id} is closed.`, 'Reopen the fiscal year.'),
    locked_through !== null &&
      date <= locked_through &&
      blocker('period_locked', `${date} is locked through ${locked_through}.`, 'Move the period lock.'),
  ]
  return found.filter((obstacle) => obstacle !== false)
}

export function missingRate(currency: string, base_currency: string, date: string): Blocker {
  const message = `No exchange rate of ${currency} to ${base_currency} is known on or before ${date}.`
  return blocker('exchange_rate_missing', message, 'Set an exchange rate for this currency on or before that day.')
}

function blocker(code: BlockerCode, message: string, remedy: string): Blocker {
  return { code, message, pointer: '', remedy }
}
