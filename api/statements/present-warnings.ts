import { amountInWords } from '../../shared/accounting/amounts/decimal.ts'
import { whyUnfit } from '../../shared/accounting/statements/or-rows/unfit-accounts.ts'
import { clearingBalancesAt } from '../../shared/accounting/statements/parts/clearing-accounts.ts'
import { movementIn } from '../../shared/accounting/statements/statement.ts'
import type { YearBooks } from '../../shared/accounting/statements/year-books.ts'
import { presentMoney } from '../http/present-money.ts'
import type { Snapshot } from './statement-snapshot.ts'

/** What is odd about the books at the end of the year, although every check holds. */
export function presentWarnings({ books, prior_period, closing, ledger: { base_currency } }: Snapshot) {
  // Nobody can map an account of a closed year to another row.
  const ofMappings = closing === null ? mappingWarnings(books, base_currency) : []
  const ofAccounts = [...clearingWarnings(books, base_currency), ...ofMappings]
  return [...ofAccounts, ...priorPeriodWarnings(books, prior_period, base_currency)]
}

function clearingWarnings({ accounts, buckets }: YearBooks, currency: string) {
  return clearingBalancesAt(accounts, buckets.length - 1).map(({ account_code, account_name, balance }) => ({
    code: 'clearing_account_not_empty' as const,
    account_code,
    account_name,
    amount: presentMoney(balance, currency),
    message: `Account ${account_code} has a balance of ${amountInWords(balance, currency)}, and should have none.`,
    remedy: 'Book its amounts to the accounts that they belong to.',
  }))
}

/** Mappings of releases that did not refuse them yet. An account without a balance hides nothing. */
function mappingWarnings({ accounts, buckets }: YearBooks, currency: string) {
  return accounts.flatMap((account) => {
    const { account_code, account_name, mapped_row } = account
    const balance = movementIn(account, 0, buckets.length - 1)
    const message = balance === 0n || mapped_row === null ? null : whyUnfit(`or.${mapped_row}`, account)
    if (message === null) return []
    const remedy = 'Map the account to another row, or bring it to zero.'
    return [
      {
        code: 'mapping_unfit' as const,
        account_code,
        account_name,
        amount: presentMoney(balance, currency),
        message,
        remedy,
      },
    ]
  })
}

/** Income and expense of the year that reversals of earlier years' entries have brought. */
function priorPeriodWarnings({ accounts }: YearBooks, sums: Snapshot['prior_period'], currency: string) {
  const names = new Map(accounts.map(({ account_code, account_name }) => [account_code, account_name]))
  return sums.map(({ account_code, balance_minor, fiscal_years }) => ({
    code: 'prior_period_result' as const,
    account_code,
    account_name: names.get(account_code) ?? '',
    amount: presentMoney(balance_minor, currency),
    message: `Account ${account_code} has ${sideInWords(balance_minor, currency)} of ${fiscal_years}, by reversals of entries of that time.`,
    remedy:
      'Show the amount apart, as result of earlier years (OR Art. 959b Abs. 2 Ziff. 9), or book it to 8700 or 8710.',
  }))
}

/** Income and expense have signs of their own on a statement: the side says which one is meant. */
function sideInWords(balance_minor: bigint, currency: string): string {
  const amount = amountInWords(balance_minor < 0n ? -balance_minor : balance_minor, currency)
  return balance_minor < 0n ? `a credit of ${amount}` : `a debit of ${amount}`
}
