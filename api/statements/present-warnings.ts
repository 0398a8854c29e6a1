import { amountInWords } from '../../shared/accounting/amounts/decimal.ts'
import { clearingBalancesAt } from '../../shared/accounting/statements/parts/clearing-accounts.ts'
import type { YearBooks } from '../../shared/accounting/statements/year-books.ts'
import { presentMoney } from '../http/present-money.ts'

/** What is odd about the books at the end of the year, although every check holds. */
export function presentWarnings({ accounts, buckets }: YearBooks, currency: string) {
  return clearingBalancesAt(accounts, buckets.length - 1).map(({ account_code, account_name, balance }) => ({
    code: 'clearing_account_not_empty',
    account_code,
    account_name,
    amount: presentMoney(balance, currency),
    message: `Account ${account_code} has a balance of ${amountInWords(balance, currency)}, and should have none.`,
    remedy: 'Book its amounts to the accounts that they belong to.',
  }))
}
