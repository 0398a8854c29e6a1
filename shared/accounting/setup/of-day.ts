import type { AccountStatus, AccountType } from '../../contract/setup/accounts.ts'

export type RateWanted = {
  readonly end_customer_id: string
  readonly currency: string
  readonly on_date: string
}

/** The newest rate on or before a day. */
export type RateOfDay = RateWanted & { readonly rate_e8: bigint }

export type AccountWanted = {
  readonly end_customer_id: string
  readonly account_code: string
  readonly on_date: string
}

/** An account as the chart in force on a day has it. */
export type AccountOfDay = AccountWanted & { readonly status: AccountStatus; readonly account_type: AccountType }
