import { amountInWords } from '../../../shared/accounting/amounts/decimal.ts'
import type { OpenWork } from '../../../shared/accounting/vat/filing/open-work.ts'
import type { TaxAccount } from '../../../shared/accounting/vat/return/tie.ts'
import type { TakenOverOnAccount } from '../../../shared/store/vat/consideration/tax-taken-over.ts'

/** The tax accounts with what of their balance was taken over with items, for payments to declare. */
export function withTaxTakenOver(
  accounts: readonly TaxAccount[],
  taken_over: readonly TakenOverOnAccount[],
): readonly TaxAccount[] {
  const byAccount = new Map(taken_over.map(({ account_code, taken_over_minor }) => [account_code, taken_over_minor]))
  return accounts.map((account) => {
    const taken_over_minor = byAccount.get(account.account_code)
    return taken_over_minor === undefined ? account : { ...account, taken_over_minor }
  })
}

/** Accounts that opening entries have brought less than the items, in the return of the days in which these were taken over. */
export function balancesMissing(taken_over: readonly TakenOverOnAccount[], base_currency: string): readonly OpenWork[] {
  const missing = taken_over.filter(({ taken_over_minor, in_days_minor, brought_in_minor }) => {
    const left = taken_over_minor - brought_in_minor
    return in_days_minor !== 0n && (taken_over_minor > 0n ? left > 0n : left < 0n)
  })
  if (missing.length === 0) return []
  const inWords = ({ account_code, taken_over_minor, brought_in_minor }: TakenOverOnAccount) =>
    `${account_code} has ${amountInWords(brought_in_minor, base_currency)} of ${amountInWords(taken_over_minor, base_currency)}`
  return [
    {
      code: 'taken_over_without_balance',
      count: missing.length,
      blocked: 0,
      is_at_least: false,
      first: [],
      tax_in_words: missing.map(inWords).join(', '),
    },
  ]
}
