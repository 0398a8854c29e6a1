import type { AccountRole, Invoice } from '../documents/accounting-document.ts'
import type { NeededAccount } from '../setup/needed-account.ts'
import { accountFor, accountStatusOn, type PostingSettings } from '../setup/posting-settings.ts'

/** The accounts that play the roles of an invoice: each role once, whichever lines need it. */
export function accountsOfRoles(
  roles: readonly AccountRole[],
  { business_date }: Invoice,
  settings: PostingSettings,
): NeededAccount[] {
  const distinct = new Map(roles.map((role) => [role.keys.join(' '), role]))
  return [...distinct.values()].map(({ keys, pointer }) => {
    const account_code = accountFor(settings, keys, business_date)
    const status = account_code === undefined ? undefined : accountStatusOn(settings, account_code, business_date)
    return { account_code, keys, status, pointer }
  })
}
