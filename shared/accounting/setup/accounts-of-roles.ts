import type { PostingSettings } from './posting-settings.ts'

/** The accounts against which balances are brought in and, where a bookkeeper does so, taken out: class 91. */
export function openingBalanceAccounts(settings: PostingSettings, date: string): ReadonlySet<string> {
  const inForce = mappingsOn(settings, date)
  return accountsOf(inForce, isOf('posting.opening_balance'))
}

/**
 * The accounts that take the result of a year. A legal form may have its own, such as one for each partner with their
 * private accounts; any other takes the one of `posting.result`.
 *
 * @source OR Art. 959a Abs. 2 Ziff. 3; OR Art. 558 f. (shares of partners)
 */
export function resultAccounts(settings: PostingSettings, date: string): ReadonlySet<string> {
  const inForce = mappingsOn(settings, date)
  const ofForm = accountsOf(inForce, isOf(`posting.result.${settings.legal_form}`))
  return ofForm.size > 0 ? ofForm : accountsOf(inForce, (key) => key === 'posting.result')
}

/** The accounts of money at a bank: what is booked there is on a bank statement, or will be. */
export function bankAccounts(settings: PostingSettings, date: string): ReadonlySet<string> {
  return accountsOf(mappingsOn(settings, date), isOfBank)
}

/** Whether a role is that of an account at the bank: one of an IBAN, or of all that have none of their own. */
const isOfBank = isOf('posting.bank')

/** Of a role itself, or of one below it. */
function isOf(role: string): (key: string) => boolean {
  return (key) => key === role || key.startsWith(`${role}.`)
}

function mappingsOn({ mappings }: PostingSettings, date: string): PostingSettings['mappings'] {
  return mappings.filter(({ valid_from, valid_to }) => valid_from <= date && (valid_to === null || date <= valid_to))
}

function accountsOf(mappings: PostingSettings['mappings'], isOfRole: (key: string) => boolean): ReadonlySet<string> {
  return new Set(mappings.filter(({ mapping_key }) => isOfRole(mapping_key)).map(({ account_code }) => account_code))
}
