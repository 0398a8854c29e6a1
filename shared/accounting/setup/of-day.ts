import type { AccountStatus, AccountType } from '../../contract/setup/accounts.ts'

export type RateWanted = {
  readonly end_customer_id: string
  readonly currency: string
  /** A day, or a month (`2026-03`) whose average rate is wanted. */
  readonly on_date: string
}

/** The newest rate on or before a day, or the average rate of a month. */
export type RateOfDay = RateWanted & { readonly rate_e8: bigint }

/** Of a wanted rate. */
export function isMonth({ on_date }: Pick<RateWanted, 'on_date'>): boolean {
  return on_date.length === '2026-03'.length
}

export type AccountWanted = {
  readonly end_customer_id: string
  readonly account_code: string
  readonly on_date: string
}

/** An account as the chart in force on a day has it. */
export type AccountOfDay = AccountWanted & { readonly status: AccountStatus; readonly account_type: AccountType }
