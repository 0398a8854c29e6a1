import type { AccountStatus } from '../../contract/setup/accounts.ts'

/** An account that a posting needs: by its code, or by the mapping keys of its role. */
export type NeededAccount = {
  /** Undefined where no account is mapped to the role. */
  readonly account_code: string | undefined
  /** Empty for an account that is named by its code. */
  readonly keys: readonly string[]
  /** In the chart in force on the day; undefined for an account that no chart has ever listed. */
  readonly status: AccountStatus | undefined
  /** JSON Pointer to the part of the request that needs the account; '' where no request names it. */
  readonly pointer: string
  /** The line on it would have no open item, although every line on the account has one. */
  readonly lacks_item?: boolean
}

/**
 * Only the sender of a voucher can name an account that no chart lists. Accounts that are mapped, or that money was
 * posted to before, were listed when they were; without a chart that lists them they are inactive.
 */
export function isUnknownAccount({ keys, pointer, status }: NeededAccount): boolean {
  return status === undefined && keys.length === 0 && pointer !== ''
}
