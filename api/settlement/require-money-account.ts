import type { PostingSettings } from '../../shared/accounting/setup/posting-settings.ts'
import { type ErrorDetail, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findKnownAccounts, type KnownAccount } from '../../shared/store/setup/chart.ts'
import { readPostingSettings } from '../../shared/store/setup/posting-settings.ts'
import { whyNeverPaid } from './deductions/unfit-accounts.ts'

/** Money that a request puts on an account. */
type MoneyOnDay = { readonly currency: string; readonly day: string }
type AccountRule = {
  readonly code: ErrorDetail['code']
  readonly find: (account: KnownAccount, money: MoneyOnDay, settings: PostingSettings | undefined) => string | null
}

const OF_BALANCE_SHEET: readonly string[] = ['asset', 'liability', 'equity']

/** Where no money can stand, the first reason first. */
const RULES: readonly AccountRule[] = [
  {
    code: 'control_account',
    find: ({ account_code, is_control }) =>
      is_control ? `Each line on account ${account_code} has an open item, and money has none.` : null,
  },
  {
    code: 'account_unfit',
    find: ({ account_code, account_type }) =>
      OF_BALANCE_SHEET.includes(account_type)
        ? null
        : `Account ${account_code} is of the type ${account_type}; money stands on an asset, a liability or equity.`,
  },
  { code: 'account_unfit', find: (account, { day }, settings) => whyNeverPaid(account, day, settings) },
  {
    // An account in the base currency keeps foreign money at its value.
    code: 'currency_mismatch',
    find: ({ account_code, currency }, money, settings) =>
      currency === money.currency || currency === settings?.base_currency
        ? null
        : `Account ${account_code} is kept in ${currency}, the money is in ${money.currency}: name an account in ${money.currency}, or say with paid what was paid in ${currency}.`,
  },
]

/** @throws ApiError validation_failed for an account on which no such money can stand */
export async function requireMoneyAccount(
  tx: Tx,
  end_customer_id: string,
  account_code: string,
  money: MoneyOnDay,
): Promise<void> {
  const [account] = await findKnownAccounts(tx, end_customer_id, [account_code], [])
  if (!account) throw refusal('unknown_account', `Account ${account_code} is in no chart.`)
  const settings = (await readPostingSettings(tx, [end_customer_id])).get(end_customer_id)
  for (const { code, find } of RULES) {
    const message = find(account, money, settings)
    if (message !== null) throw refusal(code, message)
  }
}

function refusal(code: ErrorDetail['code'], message: string) {
  return validationFailed([{ pointer: '/account_code', code, message }])
}
