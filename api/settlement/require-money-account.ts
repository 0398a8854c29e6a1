import { type ErrorDetail, validationFailed } from '../../shared/contract/platform/errors.ts'
import type { Tx } from '../../shared/store/db/database.ts'
import { findKnownAccounts } from '../../shared/store/setup/chart.ts'

const OF_BALANCE_SHEET: readonly string[] = ['asset', 'liability', 'equity']

/** @throws ApiError validation_failed for an account on which no money can stand */
export async function requireMoneyAccount(tx: Tx, end_customer_id: string, account_code: string): Promise<void> {
  const [account] = await findKnownAccounts(tx, end_customer_id, [account_code], [])
  if (!account) throw refusal('unknown_account', `Account ${account_code} is in no chart.`)
  if (account.is_control)
    throw refusal('control_account', `Each line on account ${account_code} has an open item, and money has none.`)
  if (OF_BALANCE_SHEET.includes(account.account_type)) return
  throw refusal(
    'account_unfit',
    `Account ${account_code} is of the type ${account.account_type}; money stands on an asset, a liability or equity.`,
  )
}

function refusal(code: ErrorDetail['code'], message: string) {
  return validationFailed([{ pointer: '/account_code', code, message }])
}
